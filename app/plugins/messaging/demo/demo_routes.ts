import type { Router } from '@adonisjs/core/http'
import { E_NOT_FOUND } from '#kernel/errors/main'

const DemoController = () => import('../controllers/demo_controller.js')

const OPEN = 'the page itself logs in'

/** A page to try messaging with. Not for production. */
export function drawDemo(router: Router) {
  router
    .get('/im/demo', [DemoController, 'show'])
    .as('messaging.demo.show')
    .public(OPEN)
    .contract({ summary: 'A page to try messaging', raw: { type: 'text/html' } })
  router
    .get('/im/demo/:file', [DemoController, 'asset'])
    .as('messaging.demo.asset')
    .public(OPEN)
    .contract({
      summary: 'A file of the page to try messaging',
      raw: { type: '*/*' },
      failures: [E_NOT_FOUND],
    })
  router
    .get('/im/demo/client/:module', [DemoController, 'client'])
    .as('messaging.demo.client')
    .public(OPEN)
    .contract({
      summary: 'A module of the messaging client',
      raw: { type: 'text/javascript' },
      failures: [E_NOT_FOUND],
    })
}
