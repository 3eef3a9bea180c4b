import type { Router } from '@adonisjs/core/http'
import app from '@adonisjs/core/services/app'
import { E_NOT_FOUND } from '#kernel/errors/main'
import { numericId } from '#kernel/http/main'

const EditorDemoController = () => import('./controllers/editor_demo_controller.js')

const OPEN = 'the page itself logs in'

/** Not for production. */
export default function routes(router: Router) {
  if (app.inProduction) return
  router
    .get('/editor/demo', [EditorDemoController, 'index'])
    .public(OPEN)
    .contract({ summary: 'A page to choose a document to try', raw: { type: 'text/html' } })
  router
    .get('/editor/demo/:id', [EditorDemoController, 'show'])
    .where('id', numericId)
    .public(OPEN)
    .contract({ summary: 'A page to try the editor with a document', raw: { type: 'text/html' } })
  router
    .get('/editor/demo/assets/:file', [EditorDemoController, 'asset'])
    .public(OPEN)
    .contract({
      summary: 'A file of the page to try the editor',
      raw: { type: '*/*' },
      failures: [E_NOT_FOUND],
    })
  router
    .get('/editor/demo/client/*', [EditorDemoController, 'client'])
    .public(OPEN)
    .contract({
      summary: 'A module of the HTTP client',
      raw: { type: 'text/javascript' },
      failures: [E_NOT_FOUND],
    })
}
