import vine from '@vinejs/vine'
import {
  exportQuery,
  idField,
  idParameter,
  keywordParameter,
  linkField,
  listQuery,
  seenField,
} from '#kernel/contracts/main'
import { MENU_TYPES } from '../models/menu.js'
import { menuListing } from '../queries/menu_listing.js'
import { sort, status, title } from './fields.js'

export const menuName = () =>
  vine
    .string()
    .trim()
    .maxLength(100)
    .regex(/^[a-zA-Z][\w.:-]*$/)
export const menuPermission = () =>
  vine
    .string()
    .trim()
    .maxLength(100)
    .regex(/^[a-z][a-z0-9-]*(:[a-z][a-z0-9-]*){1,2}$/)
const path = () => linkField(255).nullable().optional()
const text = (most: number) => vine.string().trim().maxLength(most).nullable().optional()
const flag = () => vine.boolean({ strict: true })
const type = () => vine.enum(MENU_TYPES)

const optional = {
  parentId: idField().nullable().optional(),
  permission: menuPermission().nullable().optional(),
  path: path(),
  component: text(255),
  icon: text(100),
  sort: sort().optional(),
  visible: flag().optional(),
  keepAlive: flag().optional(),
  status: status().optional(),
}

const { sorts } = menuListing
const filters = {
  keyword: keywordParameter(),
  type: type().optional(),
  status: status().optional(),
  parentId: idParameter('Right beneath this menu').optional(),
  permission: vine.string().maxLength(100).optional(),
  plugin: vine.string().maxLength(64).optional(),
}

export const menuListValidator = listQuery({
  sorts,
  filters: { ...filters, tree: vine.enum(['true', 'false'] as const).optional() },
})

export const menuExportValidator = exportQuery({ sorts, filters })

export const createMenuValidator = vine.create({
  type: type(),
  name: menuName().optional(),
  title: title(),
  ...optional,
})

export const updateMenuValidator = vine.create({
  type: type().optional(),
  name: menuName().optional(),
  title: title().optional(),
  updatedAt: seenField(),
  ...optional,
})
