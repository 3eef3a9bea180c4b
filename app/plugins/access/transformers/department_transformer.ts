import { t, type Shaped } from '#kernel/contracts/main'
import type { Department } from '#plugins/identity/main'
import { statusShape } from './user_transformer.js'

export const departmentShape = t.object(
  {
    id: t.id(),
    parentId: t.nullable(t.id()),
    name: t.text(),
    sort: t.integer(),
    status: statusShape(),
    createdAt: t.instant(),
    updatedAt: t.instant(),
  },
  { title: 'Department' }
)

export function departmentForEdit(department: Department): Shaped<typeof departmentShape> {
  const { id, parentId, name, sort, status, createdAt, updatedAt } = department
  return {
    id,
    parentId,
    name,
    sort,
    status,
    createdAt: createdAt.toUTC().toISO()!,
    updatedAt: updatedAt.toUTC().toISO()!,
  }
}
