import type { Router } from '@adonisjs/core/http'
import { E_CONFLICT, E_NOT_FOUND } from '#kernel/errors/main'
import { pageOf } from '#kernel/contracts/main'
import { rolePermissions } from '../permissions.js'
import { roleDetailShape, roleShape } from '../transformers/role_transformer.js'
import { userCountsShape } from '../transformers/user_transformer.js'
import {
  createRoleValidator,
  deleteRolesValidator,
  roleDataScopeValidator,
  roleExportValidator,
  roleListValidator,
  roleMenusValidator,
  updateRoleValidator,
} from '../validators/role_validators.js'
import { exportContract } from './export_contract.js'

const ExportsController = () => import('../controllers/exports_controller.js')
const RolesController = () => import('../controllers/roles_controller.js')
const UserCountsController = () => import('../controllers/user_counts_controller.js')

const WITHIN =
  'What the role was and what it becomes must be within what the operator holds, for everybody who has it, and everybody who has it must be within reach.'

export default function roleRoutes(router: Router) {
  router
    .get('roles', [RolesController, 'index'])
    .permission(rolePermissions.list)
    .contract({ summary: 'List roles', query: roleListValidator, answer: pageOf(roleShape) })
  router
    .get('roles/export', [ExportsController, 'roles'])
    .permission(rolePermissions.export)
    .audited('exported', 'role')
    .contract(exportContract('Export roles', roleExportValidator))
  router
    .get('roles/user-counts', [UserCountsController, 'roles'])
    .permission(rolePermissions.list)
    .contract({
      summary: 'How many users have each role',
      description: 'Users within reach. Roles that nobody has are left out.',
      answer: userCountsShape,
    })
  router
    .post('roles', [RolesController, 'store'])
    .permission(rolePermissions.create)
    .contract({
      summary: 'Create a role',
      description: `Its data scope is \`self\` unless said otherwise. ${WITHIN}`,
      body: createRoleValidator,
      answer: roleDetailShape,
      failures: [E_NOT_FOUND, E_CONFLICT],
    })
  router
    .delete('roles', [RolesController, 'destroyMany'])
    .permission(rolePermissions.delete)
    .contract({
      summary: 'Delete several roles, all or none',
      query: deleteRolesValidator,
      failures: [E_NOT_FOUND, E_CONFLICT],
    })
  router
    .get('roles/:id', [RolesController, 'show'])
    .permission(rolePermissions.show)
    .contract({ summary: 'See a role', answer: roleDetailShape })
  router
    .put('roles/:id', [RolesController, 'update'])
    .permission(rolePermissions.update)
    .contract({
      summary: 'Change a role',
      description: `Only the given members change. ${WITHIN}`,
      body: updateRoleValidator,
      answer: roleDetailShape,
      failures: [E_CONFLICT],
    })
  router
    .put('roles/:id/menus', [RolesController, 'menus'])
    .permission(rolePermissions.menus)
    .contract({
      summary: 'Choose a role’s menus and buttons',
      description: WITHIN,
      body: roleMenusValidator,
      answer: roleDetailShape,
      failures: [E_CONFLICT],
    })
  router
    .put('roles/:id/data-scope', [RolesController, 'dataScope'])
    .permission(rolePermissions.dataScope)
    .contract({
      summary: 'Choose which rows a role reaches',
      description: WITHIN,
      body: roleDataScopeValidator,
      answer: roleDetailShape,
      failures: [E_CONFLICT],
    })
  router
    .delete('roles/:id', [RolesController, 'destroy'])
    .permission(rolePermissions.delete)
    .contract({ summary: 'Delete a role that nobody has', failures: [E_CONFLICT] })
}
