import vine from '@vinejs/vine'
import {
  exportQuery,
  idsField,
  idsParameter,
  instantRange,
  keywordParameter,
  listQuery,
  seenField,
} from '#kernel/contracts/main'
import { DATA_SCOPES } from '../models/role.js'
import { roleListing } from '../queries/role_listing.js'
import { ROW_LIMIT } from '../rules/limits.js'
import { status, title } from './fields.js'

const MOST_AT_ONCE = 200

export const roleCode = () =>
  vine
    .string()
    .trim()
    .maxLength(64)
    .regex(/^[a-zA-Z][a-zA-Z0-9_.:-]*$/)
const dataScope = () => vine.enum(DATA_SCOPES)
const manyIds = () => idsField(ROW_LIMIT)

const optional = {
  dataScope: dataScope().optional(),
  departmentIds: manyIds().optional(),
  menuIds: manyIds().optional(),
  status: status().optional(),
}

const ofRoles = {
  sorts: roleListing.sorts,
  filters: {
    keyword: keywordParameter(),
    code: vine.string().maxLength(64).optional(),
    status: status().optional(),
    dataScope: dataScope().optional(),
    ...instantRange('createdAt'),
  },
}

export const roleListValidator = listQuery(ofRoles)

export const roleExportValidator = exportQuery(ofRoles)

export const createRoleValidator = vine.create({
  code: roleCode(),
  name: title(),
  ...optional,
})

export const updateRoleValidator = vine.create({
  code: roleCode().optional(),
  name: title().optional(),
  ...optional,
  updatedAt: seenField(),
})

export const roleMenusValidator = vine.create({ menuIds: manyIds(), updatedAt: seenField() })

export const roleDataScopeValidator = vine.create({
  dataScope: dataScope(),
  departmentIds: manyIds().optional(),
  updatedAt: seenField(),
})

export const deleteRolesValidator = vine.create({ ids: idsParameter(MOST_AT_ONCE) })
