import type { Router } from '@adonisjs/core/http'
import { t } from '#kernel/http/shape'
import { cataloguePermissions } from '../permissions.js'

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
}
