import { t, type Shaped } from '#kernel/contracts/main'
import { profileColumns } from '#plugins/identity/main'

export const statusShape = () => t.oneOf(['enabled', 'disabled'])

const columns = {
  ...profileColumns,
  status: statusShape(),
  locked: t.boolean({ description: 'Whether too many failed logins lock the account at present' }),
  createdAt: t.instant(),
  updatedAt: t.instant(),
}

/** As read; `roles` are ids. */
export const userColumnsShape = t.object({ ...columns, roles: t.array(t.id()) })

export const userShape = t.object(
  {
    ...columns,
    roles: t.array(t.object({ id: t.id(), code: t.text(), name: t.text() })),
  },
  { title: 'User' }
)

export const userCountsShape = t.array(
  t.object(
    { id: t.id(), users: t.integer({ minimum: 1 }) },
    { title: 'UserCount', description: 'Of what `id` names' }
  )
)

export type UserColumns = Shaped<typeof userColumnsShape>
export type UserRow = Shaped<typeof userShape>
