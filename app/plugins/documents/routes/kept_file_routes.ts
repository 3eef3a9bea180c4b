import type { Router } from '@adonisjs/core/http'
import { E_TOO_MANY_REQUESTS } from '#kernel/http/errors'
import { numericId } from '#kernel/http/params'
import { t } from '#kernel/http/shape'
import { CONTENT_HEADERS, fileErrors } from '#plugins/files/main'
import { documentPermissions } from '../permissions.js'
import { keptFileShape } from '../transformers/kept_file_transformer.js'

const KeptFilesController = () => import('../controllers/kept_files_controller.js')
const KeptFileContentController = () => import('../controllers/kept_file_content_controller.js')

export default function keptFileRoutes(router: Router) {
  router
    .get(':id/kept-files', [KeptFilesController, 'index'])
    .where('id', numericId)
    .permission(documentPermissions.edit)
    .contract({
      summary: 'What is kept of saves that failed, newest first',
      description:
        'The document server could not write these well, so no version was made of them; somebody’s work may be read from them. No more than 500.',
      answer: t.array(keptFileShape),
    })
  router
    .get(':id/kept-files/:entry/content', [KeptFileContentController, 'show'])
    .where('id', numericId)
    .where('entry', numericId)
    .permission(documentPermissions.edit)
    .contract({
      summary: 'Download what is kept of a save that failed',
      description:
        'Noted in the log; 429 beyond 60 in a minute. Takes `Range`, `If-Range` and `If-None-Match`.',
      raw: { type: '*/*', statuses: [200, 206, 304], headers: CONTENT_HEADERS },
      failures: [fileErrors.E_CONTENT_MISSING, fileErrors.E_RANGE, E_TOO_MANY_REQUESTS],
    })
}
