import vine from '@vinejs/vine'
import { exportQuery, listQuery, idParameter } from '#kernel/contracts/main'
import { departmentListing } from '../queries/department_listing.js'
import { id, keyword, seen, sort, status, title } from './fields.js'

const optional = {
  parentId: id().nullable().optional(),
  sort: sort().optional(),
  status: status().optional(),
}

const { sorts } = departmentListing
const filters = {
  keyword: keyword(),
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
  updatedAt: seen(),
  ...optional,
})
