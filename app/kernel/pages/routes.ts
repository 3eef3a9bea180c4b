import type { Router } from '@adonisjs/core/http'

const LandingController = () => import('./landing_controller.js')

const OPEN = 'it names only pages that anybody may open'

export function landingRoutes(router: Router): void {
  router
    .get('/', [LandingController, 'show'])
    .as('landing')
    .public(OPEN)
    .contract({ summary: 'What runs here, and where to go', raw: { type: 'text/html' } })
  router
    .get('/landing.css', [LandingController, 'style'])
    .as('landing.style')
    .public(OPEN)
    .contract({ summary: 'How the page at the root looks', raw: { type: 'text/css' } })
}
