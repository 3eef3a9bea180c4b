import vine from '@vinejs/vine'
import {
  exportQuery,
  idField,
  idParameter,
  keywordParameter,
  listQuery,
  seenField,
} from '#kernel/contracts/main'
import { departmentListing } from '../queries/department_listing.js'
import { sort, status, title } from './fields.js'

const optional = {
  parentId: idField().nullable().optional(),
  sort: sort().optional(),
  status: status().optional(),
}

const { sorts } = departmentListing
const filters = {
  keyword: keywordParameter(),
  status: status().optional(),
  parentId: idParameter('Right beneath this department').optional(),
}

export const departmentListValidator = listQuery({
  sorts,
  filters: { ...filters, flat: vine.enum(['true', 'false'] as const).optional() },
})

export const departmentExportValidator = exportQuery({ sorts, filters })

export const createDepartmentValidator = vine.create({ name: title(), ...optional })

export const updateDepartmentValidator = vine.create({
  name: title().optional(),
  updatedAt: seenField(),
  ...optional,
})
