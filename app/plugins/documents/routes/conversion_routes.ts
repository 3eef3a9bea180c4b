import type { Router } from '@adonisjs/core/http'
import { E_TOO_MANY_REQUESTS } from '#kernel/errors/main'
import { CONTENT_HEADERS, fileErrors } from '#plugins/files/main'
import { E_CONVERSION_SIZE, E_EDITOR_OFF } from '../errors.js'
import { documentPermissions } from '../permissions.js'
import { conversionShape } from '../transformers/conversion_transformer.js'
import { conversionValidator } from '../validators/conversion_validators.js'
import { operation, READS_ONE } from './operation.js'

const ConversionsController = () => import('../controllers/conversions_controller.js')

const { show } = documentPermissions

export default function conversionRoutes(router: Router) {
  operation(router.post(':id/convert', [ConversionsController, 'store']), show, {
    summary: 'Convert a document',
    description:
      'Answers at once; `GET …/conversions/{cid}` tells the progress. Converts the present version unless `versionNo` names another. A `download` (the default) is kept for a day. A `file` or `document` belongs to the caller, who needs the permission to upload files or to create documents. 422 names the possible types. A user has a few under way at most (429), and begins 60 a minute.',
    body: conversionValidator,
    example: { to: 'pdf' },
    answer: conversionShape,
    failures: [E_EDITOR_OFF, E_CONVERSION_SIZE, E_TOO_MANY_REQUESTS],
  })
  operation(router.get(':id/conversions/:cid', [ConversionsController, 'show']), show, {
    summary: 'Progress of a conversion of the caller',
    answer: conversionShape,
  })
  operation(router.delete(':id/conversions/:cid', [ConversionsController, 'destroy']), show, {
    summary: 'Cancel a conversion of the caller',
    description: 'A conversion that has ended keeps its result.',
    answer: conversionShape,
  })
  operation(router.get(':id/conversions/:cid/content', [ConversionsController, 'content']), show, {
    summary: 'Download the result of a conversion',
    description: 'Supports `Range`, `If-Range` and `If-None-Match`.',
    raw: { type: '*/*', statuses: [200, 206, 304], headers: CONTENT_HEADERS },
    failures: [fileErrors.E_CONTENT_MISSING, fileErrors.E_RANGE],
  })
    .unaudited(READS_ONE)
    .as('conversion_content.show')
}
