import type { Router } from '@adonisjs/core/http'

const LandingController = () => import('./landing_controller.js')

const OPEN = 'it names only pages that anybody may open'

/** @param path where the page is: an application that had a page of its own keeps `/` */
export function landingRoutes(router: Router, path: string): void {
  router
    .get(path, [LandingController, 'show'])
    .as('landing')
    .public(OPEN)
    .contract({
      summary: 'What runs here, and where to go',
      raw: { type: 'text/html', statuses: [200, 302] },
    })
  router
    .get('/landing.css', [LandingController, 'style'])
    .as('landing.style')
    .public(OPEN)
    .contract({ summary: 'How the page at the root looks', raw: { type: 'text/css' } })
}
