import type { Router } from '@adonisjs/core/http'
import { numericId } from '#kernel/http/main'
import conversionRoutes from './routes/conversion_routes.js'
import documentRoutes from './routes/document_routes.js'
import editorRoutes from './routes/editor_routes.js'
import shareRoutes from './routes/share_routes.js'
import mentionRoutes from './routes/mention_routes.js'
import sourceRoutes from './routes/source_routes.js'
import templateRoutes from './routes/template_routes.js'
import trashRoutes from './routes/trash_routes.js'
import versionRoutes from './routes/version_routes.js'

const IDS = ['id', 'no', 'cid', 'shareId', 'userId']

export default function routes(router: Router) {
  const group = router
    .group(() => {
      editorRoutes(router)
      templateRoutes(router)
      trashRoutes(router)
      shareRoutes(router)
      mentionRoutes(router)
      conversionRoutes(router)
      sourceRoutes(router)
      documentRoutes(router)
      versionRoutes(router)
    })
    .prefix('/app/document')
  for (const name of IDS) group.where(name, numericId)
}
