import type { Router } from '@adonisjs/core/http'
import { E_CONFLICT, E_NOT_FOUND } from '#kernel/errors/main'
import { pageOf } from '#kernel/contracts/main'
import { menuPermissions } from '../permissions.js'
import { menuShape } from '../transformers/menu_transformer.js'
import { pageOrTree } from '../transformers/tree.js'
import {
  createMenuValidator,
  menuExportValidator,
  menuListValidator,
  updateMenuValidator,
} from '../validators/menu_validators.js'
import { exportContract } from './export_contract.js'

const ExportsController = () => import('../controllers/exports_controller.js')
const MenusController = () => import('../controllers/menus_controller.js')

const RIGHTS =
  'Menus are everybody’s: the permission must be held without limit of rows, and so must all that a menu carries, by who changes that. `path` is `/…` or `https://…`.'

export default function menuRoutes(router: Router) {
  router
    .get('menus', [MenusController, 'index'])
    .permission(menuPermissions.list)
    .contract({
      summary: 'List menus, or all of them as a tree',
      query: menuListValidator,
      answer: pageOrTree(pageOf(menuShape), menuShape, 'MenuBranch'),
    })
  router
    .get('menus/export', [ExportsController, 'menus'])
    .permission(menuPermissions.export)
    .audited('exported', 'menu')
    .contract(exportContract('Export menus', menuExportValidator))
  router
    .post('menus', [MenusController, 'store'])
    .permission(menuPermissions.create)
    .contract({
      summary: 'Create a directory, menu or button',
      description: RIGHTS,
      body: createMenuValidator,
      answer: menuShape,
      failures: [E_NOT_FOUND, E_CONFLICT],
    })
  router
    .get('menus/:id', [MenusController, 'show'])
    .permission(menuPermissions.show)
    .contract({ summary: 'See a menu', answer: menuShape })
  router
    .put('menus/:id', [MenusController, 'update'])
    .permission(menuPermissions.update)
    .contract({
      summary: 'Change or move a menu',
      description: `Only the given members change. Of a row that a plugin brings along type, name and permission stay. ${RIGHTS}`,
      body: updateMenuValidator,
      answer: menuShape,
      failures: [E_CONFLICT],
    })
  router
    .delete('menus/:id', [MenusController, 'destroy'])
    .permission(menuPermissions.delete)
    .contract({ summary: 'Delete a menu with nothing beneath it', failures: [E_CONFLICT] })
}
