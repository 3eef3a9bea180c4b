import type { Router } from '@adonisjs/core/http'
import { E_TOO_MANY_REQUESTS } from '#kernel/http/errors'
import { fileErrors } from '#plugins/files/main'
import { documentPermissions } from '../permissions.js'

const ExportsController = () => import('../controllers/exports_controller.js')

export default function exportRoutes(router: Router) {
  router
    .get(':id/export', [ExportsController, 'show'])
    .permission(documentPermissions.export)
    .contract({
      summary: 'Export a document with all its versions, as a zip',
      description:
        '`manifest.json` in it names authors, times and hashes of the versions, the reviews, and the log as `GET …/logs` answers it. A few exports run at a time; a user begins 30 a minute and 300 an hour.',
      raw: {
        type: 'application/zip',
        headers: { 'Content-Disposition': 'The title, as an attachment' },
      },
      failures: [fileErrors.E_CONTENT_MISSING, E_TOO_MANY_REQUESTS],
    })
}
