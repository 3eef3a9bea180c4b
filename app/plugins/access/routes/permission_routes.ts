import type { Router } from '@adonisjs/core/http'
import { E_NOT_FOUND } from '#kernel/errors/main'
import { t } from '#kernel/contracts/main'
import { cataloguePermissions } from '../permissions.js'
import { entitlementsShape } from '../transformers/entitlements_transformer.js'
import { explanationShape } from '../transformers/explanation_transformer.js'
import { explainValidator } from '../validators/explain_validators.js'

const EntitlementsController = () => import('../controllers/entitlements_controller.js')
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
    .get('users/:id/entitlements', [EntitlementsController, 'show'])
    .permission(cataloguePermissions.explain)
    .contract({
      summary: 'All that a user holds',
      description:
        'Their roles, each permission with the roles that grant it and the rows they reach with it, and the menus they are shown: as `GET /app/auth/user/info` would tell them. Somebody who is disabled is told of as if they were not; `status` says so.',
      answer: entitlementsShape,
    })
  router
    .get('access/resources', [ExplanationsController, 'resources'])
    .permission(cataloguePermissions.explain)
    .contract({
      summary: 'The tables that an explanation can be asked about',
      answer: t.array(t.text({ examples: ['users'] })),
    })
  router
    .post('access/explain', [ExplanationsController, 'store'])
    .permission(cataloguePermissions.explain)
    .unaudited('it only reads')
    .contract({
      summary: 'Why a user may or may not do something',
      description:
        'With `resource`, the table of a scoped model, and `id` also whether they reach that row. Both the user and the row must be within one’s own reach. It tells of permissions and data scopes; what an operation asks beyond them, such as that nobody changes more than they hold, the operation says itself.',
      body: explainValidator,
      answer: explanationShape,
      failures: [E_NOT_FOUND],
    })
}
