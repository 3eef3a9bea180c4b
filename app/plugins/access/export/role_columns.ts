import type { Shaped } from '#kernel/contracts/main'
import { type roleShape } from '../transformers/role_transformer.js'
import { columnsNamed } from './columns.js'

type RoleRow = Shaped<typeof roleShape>

export const roleColumns = columnsNamed<RoleRow, keyof RoleRow>([
  'id',
  'code',
  'name',
  'dataScope',
  'builtIn',
  'status',
  'createdAt',
  'updatedAt',
])
