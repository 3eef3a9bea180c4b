import type { Router } from '@adonisjs/core/http'
import { E_TOO_MANY_REQUESTS } from '#kernel/http/errors'
import { numericId } from '#kernel/http/params'
import { fileErrors } from '#plugins/files/main'
import { documentPermissions } from '../permissions.js'

const ExportsController = () => import('../controllers/exports_controller.js')

export default function exportRoutes(router: Router) {
  router
    .get(':id/export', [ExportsController, 'show'])
    .where('id', numericId)
    .permission(documentPermissions.export)
    .contract({
      summary: 'Export a document with all its versions, as a zip',
      description:
        '`manifest.json` in it names authors, times and hashes of the versions, the reviews, and of the log what `GET …/logs` tells the caller. A few are written at a time, and one person begins 30 in a minute and 300 in an hour; 429 beyond that. A `HEAD` counts as one.',
      raw: {
        type: 'application/zip',
        headers: { 'Content-Disposition': 'The document’s title, always as an attachment' },
      },
      failures: [fileErrors.E_CONTENT_MISSING, E_TOO_MANY_REQUESTS],
    })
}
