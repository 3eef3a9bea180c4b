import { t, type Shaped } from '#kernel/contracts/main'
import type User from '../models/user.js'
import { profileColumns } from './current_user_transformer.js'

export const profileShape = t.object(
  { ...profileColumns, updatedAt: t.instant() },
  { title: 'Profile' }
)

export function profileOf(
  { id, username, nickname, avatar, email, phone, departmentId, updatedAt }: User,
  departmentName: string | null
): Shaped<typeof profileShape> {
  const person = { id, username, nickname, avatar, email, phone, departmentId, departmentName }
  return { ...person, updatedAt: updatedAt.toUTC().toISO()! }
}
