import type { Router } from '@adonisjs/core/http'
import app from '@adonisjs/core/services/app'
import demoRoutes from './routes/demo_routes.js'
import documentRoutes from './routes/document_routes.js'
import editorRoutes from './routes/editor_routes.js'
import templateRoutes from './routes/template_routes.js'

export default function routes(router: Router) {
  router
    .group(() => {
      editorRoutes(router)
      templateRoutes(router)
      documentRoutes(router)
    })
    .prefix('/app/document')
  if (!app.inProduction) demoRoutes(router)
}
