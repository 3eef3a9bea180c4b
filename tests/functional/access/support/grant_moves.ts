import app from '@adonisjs/core/services/app'
import { Role } from '#plugins/access/main'
import { User } from '#plugins/identity/main'
import { actAsSystem } from '#kernel/operator/acting'
import { CreateUser } from '../../../../app/plugins/access/actions/create_user.js'
import { DeleteMenu } from '../../../../app/plugins/access/actions/delete_menu.js'
import { DeleteRoles } from '../../../../app/plugins/access/actions/delete_roles.js'
import { ImportUsers } from '../../../../app/plugins/access/actions/import_users.js'
import { ResetPassword } from '../../../../app/plugins/access/actions/reset_password.js'
import { UpdateUser } from '../../../../app/plugins/access/actions/update_user.js'
import { WriteDepartment } from '../../../../app/plugins/access/actions/write_department.js'
import { WriteMenu } from '../../../../app/plugins/access/actions/write_menu.js'
import { WriteRole } from '../../../../app/plugins/access/actions/write_role.js'
import { freshName, PASSWORD } from '../../../helpers/accounts.js'
import { pick, pickAll, VERBS, type GrantStage, type Step } from './grant_stage.js'

/** A call of an administrator: the permission it takes, and how it is made. */
export interface Move {
  permission: string
  /** What it lays hands on, which is there already. */
  user?: (on: GrantStage, by: Step) => number
  role?: (on: GrantStage, by: Step) => number
  make(on: GrantStage, by: Step): Promise<unknown>
}

const create = {
  user: () => app.container.make(CreateUser),
  import: () => app.container.make(ImportUsers),
}
const updateUser = () => app.container.make(UpdateUser)
const writeRole = () => app.container.make(WriteRole)
const writeMenu = () => app.container.make(WriteMenu)

const someUser = (on: GrantStage, { one }: Step) => pick(on.users, one)
const someRole = (on: GrantStage, { one }: Step) => pick(on.roles, one)
/** Rather one that nobody has yet, for others are not deleted. */
const newestRole = (on: GrantStage, { one }: Step) => pick(on.roles.slice(-2), one)
const someMenu = (on: GrantStage, { one }: Step) => pick([...on.menus, ...on.directories], one)
const rolesFor = (on: GrantStage, at: readonly number[]) => pickAll([...on.roles, on.builtIn], at)

const ofUsers: Record<string, Move> = {
  createUser: {
    permission: 'system:user:create',
    async make(on, { one, many }) {
      const departmentId = pick(on.departments, one)
      const roleIds = rolesFor(on, many)
      const given = { username: freshName(), password: PASSWORD, departmentId, roleIds }
      on.users.push(await (await create.user()).handle(given))
    },
  },
  importUser: {
    permission: 'system:user:import',
    async make(on, { one, many }) {
      const username = freshName()
      const roles = await Role.query().whereIn('id', rolesFor(on, many))
      const codes = roles.map(({ code }) => code).join(';')
      const file = `username,departmentId,roles\n${username},${pick(on.departments, one)},${codes}\n`
      await (await create.import()).handle(Buffer.from(file), { dryRun: false })
      const made = await actAsSystem('who was imported', () => User.findByOrFail({ username }))
      on.users.push(made.id)
    },
  },
  setRoles: {
    permission: 'system:user:roles',
    user: someUser,
    async make(on, by) {
      const roleIds = rolesFor(on, by.many)
      await (await updateUser()).handle(someUser(on, by), { roleIds })
    },
  },
  moveUser: {
    permission: 'system:user:update',
    user: someUser,
    async make(on, by) {
      const departmentId = pick(on.departments, by.other)
      await (await updateUser()).handle(someUser(on, by), { departmentId })
    },
  },
  setPassword: {
    permission: 'system:user:password',
    user: someUser,
    make: async (on, by) =>
      (await app.container.make(ResetPassword)).handle(someUser(on, by), PASSWORD),
  },
}

const ofRoles: Record<string, Move> = {
  createRole: {
    permission: 'system:role:create',
    async make(on, { many, more, scope: dataScope }) {
      const code = freshName('role')
      const [menuIds, departmentIds] = [pickAll(on.menus, many), pickAll(on.departments, more)]
      const values = { code, name: code, dataScope, departmentIds, menuIds }
      on.roles.push(await (await writeRole()).create(values))
    },
  },
  changeRole: {
    permission: 'system:role:update',
    role: someRole,
    async make(on, by) {
      const { many, more, scope: dataScope, status } = by
      const departmentIds = pickAll(on.departments, more)
      const menus = many.length > 0 ? { menuIds: pickAll(on.menus, many) } : {}
      const values = { dataScope, status, departmentIds, ...menus }
      await (await writeRole()).update(someRole(on, by), values)
    },
  },
  deleteRole: {
    permission: 'system:role:delete',
    role: newestRole,
    async make(on, by) {
      const id = newestRole(on, by)
      await (await app.container.make(DeleteRoles)).handle([id])
      on.roles.splice(on.roles.indexOf(id), 1)
    },
  },
}

const ofMenus: Record<string, Move> = {
  switchMenu: {
    permission: 'system:menu:update',
    make: async (on, by) => (await writeMenu()).update(someMenu(on, by), { status: by.status }),
  },
  renameMenuPermission: {
    permission: 'system:menu:update',
    make: async (on, { one, other }) =>
      (await writeMenu()).update(pick(on.menus, one), { permission: on.prefix + VERBS[other % 4] }),
  },
  moveMenu: {
    permission: 'system:menu:update',
    make: async (on, { one, other }) =>
      (await writeMenu()).update(pick(on.menus, one), { parentId: pick(on.directories, other) }),
  },
  createMenu: {
    permission: 'system:menu:create',
    async make(on, { other }) {
      const permission = on.prefix + VERBS[other % 4]
      const values = { type: 'button' as const, title: 'Button', permission }
      on.menus.push(await (await writeMenu()).create(values))
    },
  },
  deleteMenu: {
    permission: 'system:menu:delete',
    async make(on, { one }) {
      const id = pick(on.menus, one)
      await (await app.container.make(DeleteMenu)).handle(id)
      if (on.menus.length > 1) on.menus.splice(on.menus.indexOf(id), 1)
    },
  },
}

const moveDepartment: Move = {
  permission: 'system:department:update',
  async make(on, { one, other }) {
    const values = { parentId: pick(on.departments, other) }
    await (await app.container.make(WriteDepartment)).update(pick(on.departments, one), values)
  },
}

export const MOVES: Readonly<Record<string, Move>> = {
  ...ofUsers,
  ...ofRoles,
  ...ofMenus,
  moveDepartment,
}
