import type { Router } from '@adonisjs/core/http'
import app from '@adonisjs/core/services/app'
import { E_NOT_FOUND } from '#kernel/errors/main'
import { E_NOT_BUILT } from './errors.js'

const ConsoleController = () => import('./controllers/console_controller.js')

const OPEN = 'it holds nobody’s data, and logs in itself'

export default function routes(router: Router) {
  if (!app.config.get<boolean>('console.enabled')) return
  router
    .get('/console', [ConsoleController, 'index'])
    .public(OPEN)
    .contract({
      summary: 'The web console',
      raw: { type: 'text/html', statuses: [200, 302] },
      failures: [E_NOT_BUILT],
    })
  router
    .get('/console/*', [ConsoleController, 'file'])
    .public(OPEN)
    .contract({
      summary: 'A file of the web console',
      raw: { type: '*/*' },
      failures: [E_NOT_FOUND],
    })
}
