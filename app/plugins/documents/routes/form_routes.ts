import type { Router } from '@adonisjs/core/http'
import { numericId } from '#kernel/http/params'
import { documentPermissions } from '../permissions.js'
import { formDataShape } from '../transformers/form_data_transformer.js'
import { formDataValidator } from '../validators/document_validators.js'

const FormDataController = () => import('../controllers/form_data_controller.js')

export default function formRoutes(router: Router) {
  router
    .get(':id/versions/:no/form-data', [FormDataController, 'show'])
    .where('id', numericId)
    .where('no', numericId)
    .permission(documentPermissions.show)
    .contract({
      summary: 'What was filled in when a form was submitted',
      description:
        'Kept with the version that the submission made, of the kind `submitted_form`; 404 for all others. Whom the document is shared with at less than `edit`, and who does not reach it otherwise, is answered what they submitted themselves; so it is with these versions. What was sent with it several times is answered newest first, up to a hundred and about a megabyte at a time; `before` of the answer asks for what is older, until it is null.',
      query: formDataValidator,
      answer: formDataShape,
    })
}
