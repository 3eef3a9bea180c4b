import type { Router } from '@adonisjs/core/http'
import { documentPermissions } from '../permissions.js'
import { formDataShape } from '../transformers/form_data_transformer.js'
import { formDataValidator } from '../validators/document_validators.js'

const FormDataController = () => import('../controllers/form_data_controller.js')

export default function formRoutes(router: Router) {
  router
    .get(':id/versions/:no/form-data', [FormDataController, 'show'])
    .permission(documentPermissions.show)
    .contract({
      summary: 'Data of a submitted form',
      description:
        'For versions of the kind `submitted_form`; 404 for others. Who reaches the document only through a share below `edit` gets their own submissions alone. Newest first, up to 100 and about 1 MB at a time; pass `before` of the answer for older ones, until it is null.',
      query: formDataValidator,
      answer: formDataShape,
    })
}
