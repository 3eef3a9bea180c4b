import { t, type Shaped } from '#kernel/contracts/main'
import { DATA_SCOPES } from '../models/role.js'
import { statusShape } from './user_transformer.js'

const columns = {
  id: t.id(),
  code: t.text(),
  name: t.text(),
  dataScope: t.oneOf(DATA_SCOPES),
  builtIn: t.boolean({ description: 'Holds everything; cannot be deleted, disabled or narrowed' }),
  status: statusShape(),
  createdAt: t.instant(),
  updatedAt: t.instant(),
}

export const roleShape = t.object(columns, { title: 'Role' })

export const roleDetailShape = t.object(
  {
    ...columns,
    departmentIds: t.array(t.id(), {
      description: 'Which departments, where the scope is `custom`',
    }),
    menuIds: t.array(t.id()),
  },
  { title: 'RoleDetail' }
)

export type RoleDetail = Shaped<typeof roleDetailShape>
