import type { Router } from '@adonisjs/core/http'
import { E_NOT_FOUND } from '#kernel/errors/main'
import { t } from '#kernel/contracts/main'
import { cataloguePermissions } from '../permissions.js'
import { explanationShape } from '../transformers/explanation_transformer.js'
import { explainValidator } from '../validators/explain_validators.js'

const ExplanationsController = () => import('../controllers/explanations_controller.js')
const PermissionsController = () => import('../controllers/permissions_controller.js')

const shape = t.array(
  t.object({
    code: t.text({ description: 'area:subject:verb' }),
    title: t.text(),
    plugin: t.text({ description: 'The plugin that asks for it' }),
  })
)

export default function permissionRoutes(router: Router) {
  router
    .get('permissions', [PermissionsController, 'index'])
    .permission(cataloguePermissions.list)
    .contract({ summary: 'Every permission that the mounted plugins ask for', answer: shape })
  router
    .post('access/explain', [ExplanationsController, 'store'])
    .permission(cataloguePermissions.explain)
    .contract({
      summary: 'Why a user may or may not do something',
      description:
        'With `resource`, the table of a scoped model, and `id` also whether they reach that row. Both the user and the row must be within one’s own reach. It tells of permissions and data scopes; what an operation asks beyond them, such as that nobody changes more than they hold, the operation says itself.',
      body: explainValidator,
      answer: explanationShape,
      failures: [E_NOT_FOUND],
    })
}
