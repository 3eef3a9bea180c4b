import type { Router } from '@adonisjs/core/http'
import {
  E_BAD_REQUEST,
  E_CONFLICT,
  E_FORBIDDEN,
  E_NOT_FOUND,
  E_PAYLOAD_TOO_LARGE,
} from '#kernel/errors/main'
import { pageOf } from '#kernel/contracts/main'
import { E_TABLE, MOST_HANDED_OVER } from '#kernel/tables/main'
import { MOST_PASSWORDS, MOST_ROWS } from '../import/user_rows.js'
import { E_IMPORT } from '../import/import_report.js'
import { userPermissions } from '../permissions.js'
import { erasureShape } from '../transformers/erasure_transformer.js'
import { importOutcomeShape } from '../transformers/import_transformer.js'
import { userShape } from '../transformers/user_transformer.js'
import { importUsersValidator } from '../validators/import_validators.js'
import {
  createUserValidator,
  deleteUsersValidator,
  updateUserValidator,
  userExportValidator,
  userListValidator,
  userPasswordValidator,
  userRolesValidator,
  userStatusValidator,
} from '../validators/user_validators.js'
import { exportContract } from './export_contract.js'

const ExportsController = () => import('../controllers/exports_controller.js')
const PersonalDataController = () => import('../controllers/personal_data_controller.js')
const UserImportsController = () => import('../controllers/user_imports_controller.js')
const UsersController = () => import('../controllers/users_controller.js')
const UserRightsController = () => import('../controllers/user_rights_controller.js')

const WITHIN = 'Nobody gives, or changes, more than they hold themselves.'
const IMPORTED = `Columns: username, nickname, password, email, phone, departmentId or departmentName, positionId or positionName, roles (codes, parted by semicolons), status; those of an export are taken too. Up to ${MOST_ROWS} rows with ${MOST_HANDED_OVER} characters in all. ${MOST_PASSWORDS} rows may have a password; the others cannot log in until an administrator sets one. With \`mode\` \`update\` users with the username of a row are changed, with \`upsert\` changed or created, with \`create\`, the default, refused. Changing takes the permission \`${userPermissions.update.code}\` as well, and another status, other roles and a password take those for them; it changes columns of the file alone, and an empty cell leaves what there is. Who is out of reach counts as not there, and their username as taken. With \`dryRun\` the file is judged alone: the faults of its rows are answered, and how many users it would create and change. It counts among the caller’s uploads (429) until it has ended. ${WITHIN}`

const ERASED = `Their name, contact data, sessions, login history, notices and presence go, and nobody logs in as them again. What they wrote in conversations loses its text and keeps its place; documents stay, with “Erased person” for an author. Files that they alone had go where nothing else refers to them. Asked again it finishes what a failure cut short, and erases what was written since. Neither one’s own nor the last administrator’s. ${WITHIN}`

export default function userRoutes(router: Router) {
  router
    .get('users', [UsersController, 'index'])
    .permission(userPermissions.list)
    .contract({
      summary: 'List users',
      query: userListValidator,
      answer: pageOf(userShape),
    })
  router
    .get('users/export', [ExportsController, 'users'])
    .permission(userPermissions.export)
    .audited('exported', 'user')
    .contract(exportContract('Export users', userExportValidator))
  router
    .post('users', [UsersController, 'store'])
    .permission(userPermissions.create)
    .contract({
      summary: 'Create a user',
      description: `Without a department the user joins that of the operator. ${WITHIN}`,
      body: createUserValidator,
      answer: userShape,
      failures: [E_NOT_FOUND, E_CONFLICT],
    })
  importRoutes(router)
  router
    .delete('users', [UsersController, 'destroyMany'])
    .permission(userPermissions.delete)
    .contract({
      summary: 'Delete several users, all or none',
      query: deleteUsersValidator,
      failures: [E_NOT_FOUND, E_CONFLICT],
    })
  router
    .get('users/:id', [UsersController, 'show'])
    .permission(userPermissions.show)
    .contract({ summary: 'See a user', answer: userShape })
  router
    .put('users/:id', [UsersController, 'update'])
    .permission(userPermissions.update)
    .contract({
      summary: 'Change a user',
      description: `Only the given members change. \`status\` and \`roleIds\` need their own permissions as well. With \`updatedAt\` of the row as it was seen, a change in between answers 409. ${WITHIN}`,
      body: updateUserValidator,
      answer: userShape,
      failures: [E_CONFLICT],
    })
  router
    .delete('users/:id', [UsersController, 'destroy'])
    .permission(userPermissions.delete)
    .contract({
      summary: 'Delete a user',
      description: 'Their sessions end. Neither one’s own account nor the last administrator.',
      failures: [E_CONFLICT],
    })
  userRightsRoutes(router)
}

function importRoutes(router: Router) {
  router
    .post('users/import', [UserImportsController, 'store'])
    .permission(userPermissions.import)
    .contract({
      summary: 'Create and change users from CSV or XLSX, all or none',
      description: IMPORTED,
      consumes: 'multipart/form-data',
      parts: {
        files: { file: { description: 'CSV in UTF-8 or XLSX, its first row the titles' } },
        fields: importUsersValidator,
      },
      answer: importOutcomeShape,
      failures: [E_BAD_REQUEST, E_CONFLICT, E_PAYLOAD_TOO_LARGE, E_TABLE, E_IMPORT],
    })
}

function userRightsRoutes(router: Router) {
  router
    .delete('users/:id/personal-data', [PersonalDataController, 'destroy'])
    .permission(userPermissions.erase)
    .contract({
      summary: 'Erase the personal data of a user for good',
      description: ERASED,
      answer: erasureShape,
      failures: [E_CONFLICT, E_FORBIDDEN],
    })
  router
    .put('users/:id/password', [UserRightsController, 'password'])
    .permission(userPermissions.password)
    .contract({
      summary: 'Set a user’s password',
      description: `Ends all of their sessions. One’s own is changed with \`PUT /app/auth/password\`. ${WITHIN}`,
      body: userPasswordValidator,
      failures: [E_CONFLICT],
    })
  router
    .put('users/:id/status', [UserRightsController, 'status'])
    .permission(userPermissions.status)
    .contract({
      summary: 'Enable or disable a user',
      description: 'Disabling ends their sessions.',
      body: userStatusValidator,
      answer: userShape,
      failures: [E_CONFLICT],
    })
  router
    .put('users/:id/roles', [UserRightsController, 'roles'])
    .permission(userPermissions.roles)
    .contract({
      summary: 'Choose a user’s roles',
      description: WITHIN,
      body: userRolesValidator,
      answer: userShape,
      failures: [E_CONFLICT, E_FORBIDDEN],
    })
  router
    .post('users/:id/unlock', [UserRightsController, 'unlock'])
    .permission(userPermissions.unlock)
    .contract({ summary: 'Lift the lock of an account', answer: userShape })
}
