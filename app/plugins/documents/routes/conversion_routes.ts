import type { Router } from '@adonisjs/core/http'
import { E_TOO_MANY_REQUESTS } from '#kernel/http/errors'
import { numericId } from '#kernel/http/params'
import { CONTENT_HEADERS, fileErrors } from '#plugins/files/main'
import { E_CONVERSION_SIZE, E_EDITOR_OFF } from '../errors.js'
import { documentPermissions } from '../permissions.js'
import { conversionShape } from '../transformers/conversion_transformer.js'
import { conversionValidator } from '../validators/conversion_validators.js'

const ConversionsController = () => import('../controllers/conversions_controller.js')
const ConversionContentController = () => import('../controllers/conversion_content_controller.js')

export default function conversionRoutes(router: Router) {
  router
    .post(':id/convert', [ConversionsController, 'store'])
    .where('id', numericId)
    .permission(documentPermissions.show)
    .contract({
      summary: 'Convert a document',
      description:
        'Begins, and answers at once; ask `GET …/conversions/{cid}` how far it is. It goes on when the caller goes away, and on another node when this one does. The present version is converted unless `versionNo` says otherwise; what is being edited belongs to it once it is saved. As a `download` (the default) the result is kept for a day, as a `file` or a `document` it is the caller’s, who needs the permission to upload files or to create documents. 422 names the types that can be reached. As those it takes room of the caller’s; without it the conversion fails with `E_STORAGE_FULL`. A few at a time for each user, one that was cancelled until its work has stopped, and sixty a minute; 429 beyond that.',
      body: conversionValidator,
      example: { to: 'pdf' },
      answer: conversionShape,
      failures: [E_EDITOR_OFF, E_CONVERSION_SIZE, E_TOO_MANY_REQUESTS],
    })
  router
    .get(':id/conversions/:cid', [ConversionsController, 'show'])
    .where('id', numericId)
    .where('cid', numericId)
    .permission(documentPermissions.show)
    .contract({ summary: 'How far a conversion of one’s own is', answer: conversionShape })
  router
    .delete(':id/conversions/:cid', [ConversionsController, 'destroy'])
    .where('id', numericId)
    .where('cid', numericId)
    .permission(documentPermissions.show)
    .contract({
      summary: 'Cancel a conversion of one’s own',
      description: 'One that is over stays as it is, with its result.',
      answer: conversionShape,
    })
  router
    .get(':id/conversions/:cid/content', [ConversionContentController, 'show'])
    .where('id', numericId)
    .where('cid', numericId)
    .permission(documentPermissions.show)
    .contract({
      summary: 'Download what a conversion made',
      description: 'Takes `Range`, `If-Range` and `If-None-Match`.',
      raw: { type: '*/*', statuses: [200, 206, 304], headers: CONTENT_HEADERS },
      failures: [fileErrors.E_CONTENT_MISSING, fileErrors.E_RANGE],
    })
}
