import vine from '@vinejs/vine'
import { exportQuery, instantRange, listQuery, idsParameter } from '#kernel/contracts/main'
import { DATA_SCOPES } from '../models/role.js'
import { roleListing } from '../queries/role_listing.js'
import { MOST_OF_A_KIND } from '../rules/room.js'
import { ids, keyword, seen, status, title } from './fields.js'

const MOST_AT_ONCE = 200

const code = () =>
  vine
    .string()
    .trim()
    .maxLength(64)
    .regex(/^[a-zA-Z][a-zA-Z0-9_.:-]*$/)
const dataScope = () => vine.enum(DATA_SCOPES)
const menuIds = () => ids(MOST_OF_A_KIND)
const departmentIds = () => ids(MOST_OF_A_KIND)

const ofRoles = {
  sorts: roleListing.sorts,
  filters: {
    keyword: keyword(),
    code: vine.string().maxLength(64).optional(),
    status: status().optional(),
    dataScope: dataScope().optional(),
    ...instantRange('createdAt'),
  },
}

export const roleListValidator = listQuery(ofRoles)

export const roleExportValidator = exportQuery(ofRoles)

export const createRoleValidator = vine.create({
  code: code(),
  name: title(),
  dataScope: dataScope().optional(),
  departmentIds: departmentIds().optional(),
  menuIds: menuIds().optional(),
  status: status().optional(),
})

export const updateRoleValidator = vine.create({
  code: code().optional(),
  name: title().optional(),
  dataScope: dataScope().optional(),
  departmentIds: departmentIds().optional(),
  menuIds: menuIds().optional(),
  status: status().optional(),
  updatedAt: seen(),
})

export const roleMenusValidator = vine.create({ menuIds: menuIds(), updatedAt: seen() })

export const roleDataScopeValidator = vine.create({
  dataScope: dataScope(),
  departmentIds: departmentIds().optional(),
  updatedAt: seen(),
})

export const deleteRolesValidator = vine.create({ ids: idsParameter(MOST_AT_ONCE) })
