import { t, type Shaped } from '#kernel/http/shape'

export const statusShape = () => t.oneOf(['enabled', 'disabled'])

const columns = {
  id: t.id(),
  username: t.text(),
  nickname: t.text(),
  avatar: t.nullable(t.text()),
  email: t.nullable(t.text()),
  phone: t.nullable(t.text()),
  departmentId: t.nullable(t.id()),
  departmentName: t.nullable(t.text()),
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

export type UserColumns = Shaped<typeof userColumnsShape>
export type UserRow = Shaped<typeof userShape>
