import vine from '@vinejs/vine'
import { linkField } from '#kernel/contracts/main'
import { DATA_SCOPES, type DataScope } from '../models/role.js'
import { MENU_TYPES, type MenuType } from '../models/menu.js'
import { ROW_LIMIT } from '../rules/limits.js'
import { sort, status, title } from '../validators/fields.js'
import { menuName, menuPermission } from '../validators/menu_validators.js'
import { code } from '../validators/fields.js'

type Status = 'enabled' | 'disabled'

/** A menu in a file of configuration. */
export interface MenuEntry {
  name: string
  /** The plugin that brings it along; `null` where an administrator made it. */
  plugin: string | null
  /** Name of the menu above. */
  parent: string | null
  type: MenuType
  permission: string | null
  title: string
  path: string | null
  component: string | null
  icon: string | null
  sort: number
  visible: boolean
  keepAlive: boolean
  status: Status
}

/** A role in a file of configuration. */
export interface RoleEntry {
  code: string
  name: string
  dataScope: DataScope
  status: Status
  /** Of the scope `custom`: the names from the top down to each department. */
  departments: string[][]
  /** Names of menus and buttons. */
  menus: string[]
}

export const MENU_MEMBERS = [
  ...(['name', 'plugin', 'parent', 'type', 'permission', 'title', 'path', 'component'] as const),
  ...(['icon', 'sort', 'visible', 'keepAlive', 'status'] as const),
] as const
export const ROLE_MEMBERS = ['code', 'name', 'dataScope', 'status', 'departments', 'menus'] as const

const flag = () => vine.boolean({ strict: true })
const text = (most: number) => vine.string().trim().maxLength(most).nullable()
const departmentPath = () => vine.array(title()).minLength(1).maxLength(100)

export const menusValidator = vine.create({
  menus: vine
    .array(
      vine.object({
        name: menuName(),
        plugin: text(64),
        parent: menuName().nullable(),
        type: vine.enum(MENU_TYPES),
        permission: menuPermission().nullable(),
        title: title(),
        path: linkField(255).nullable(),
        component: text(255),
        icon: text(100),
        sort: sort(),
        visible: flag(),
        keepAlive: flag(),
        status: status(),
      })
    )
    .maxLength(ROW_LIMIT),
})

export const rolesValidator = vine.create({
  roles: vine
    .array(
      vine.object({
        code: code(),
        name: title(),
        dataScope: vine.enum(DATA_SCOPES),
        status: status(),
        departments: vine.array(departmentPath()).maxLength(ROW_LIMIT),
        menus: vine.array(menuName()).maxLength(ROW_LIMIT).distinct(),
      })
    )
    .maxLength(ROW_LIMIT),
})
