import type { Router } from '@adonisjs/core/http'
import { E_CONFLICT, E_NOT_FOUND } from '#kernel/errors/main'
import { pageOf } from '#kernel/contracts/main'
import { departmentPermissions } from '../permissions.js'
import { departmentShape } from '../transformers/department_transformer.js'
import { pageOrTree } from '../transformers/tree.js'
import { userCountsShape } from '../transformers/user_transformer.js'
import {
  createDepartmentValidator,
  departmentExportValidator,
  departmentListValidator,
  updateDepartmentValidator,
} from '../validators/department_validators.js'
import { exportContract } from './export_contract.js'

const ExportsController = () => import('../controllers/exports_controller.js')
const DepartmentsController = () => import('../controllers/departments_controller.js')
const UserCountsController = () => import('../controllers/user_counts_controller.js')

export default function departmentRoutes(router: Router) {
  router
    .get('departments', [DepartmentsController, 'index'])
    .permission(departmentPermissions.list)
    .contract({
      summary: 'The tree of departments within reach',
      description: 'A list in pages with `flat=true`.',
      query: departmentListValidator,
      answer: pageOrTree(pageOf(departmentShape), departmentShape, 'DepartmentBranch'),
    })
  router
    .get('departments/export', [ExportsController, 'departments'])
    .permission(departmentPermissions.export)
    .audited('exported', 'department')
    .contract(exportContract('Export departments', departmentExportValidator))
  router
    .get('departments/user-counts', [UserCountsController, 'departments'])
    .permission(departmentPermissions.list)
    .contract({
      summary: 'How many users each department has',
      description:
        'Users within reach, of the department itself. Departments without any are left out.',
      answer: userCountsShape,
    })
  router
    .post('departments', [DepartmentsController, 'store'])
    .permission(departmentPermissions.create)
    .contract({
      summary: 'Create a department',
      body: createDepartmentValidator,
      answer: departmentShape,
      failures: [E_NOT_FOUND, E_CONFLICT],
    })
  router
    .get('departments/:id', [DepartmentsController, 'show'])
    .permission(departmentPermissions.show)
    .contract({ summary: 'See a department', answer: departmentShape })
  router
    .put('departments/:id', [DepartmentsController, 'update'])
    .permission(departmentPermissions.update)
    .contract({
      summary: 'Change or move a department',
      description: 'Another `parentId` moves it with all that is beneath it; a circle is 409.',
      body: updateDepartmentValidator,
      answer: departmentShape,
      failures: [E_CONFLICT],
    })
  router
    .delete('departments/:id', [DepartmentsController, 'destroy'])
    .permission(departmentPermissions.delete)
    .contract({ summary: 'Delete an empty department', failures: [E_CONFLICT] })
}
