import type { Shaped } from '#kernel/contracts/main'
import { type departmentShape } from '../transformers/department_transformer.js'
import { columnsNamed } from './columns.js'

type DepartmentRow = Shaped<typeof departmentShape>

export const departmentColumns = columnsNamed<DepartmentRow, keyof DepartmentRow>([
  'id',
  'parentId',
  'name',
  'sort',
  'status',
  'createdAt',
  'updatedAt',
])
