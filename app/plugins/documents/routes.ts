import type { Router } from '@adonisjs/core/http'
import documentRoutes from './routes/document_routes.js'
import templateRoutes from './routes/template_routes.js'

export default function routes(router: Router) {
  router
    .group(() => {
      templateRoutes(router)
      documentRoutes(router)
    })
    .prefix('/app/document')
}
