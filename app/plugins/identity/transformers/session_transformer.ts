import { t, type Shaped } from '#kernel/contracts/main'
import type Session from '../models/session.js'

export const sessionShape = t.object(
  {
    id: t.id(),
    ip: t.nullable(t.text()),
    userAgent: t.nullable(t.text()),
    createdAt: t.instant(),
    lastUsedAt: t.instant(),
    expiresAt: t.instant(),
    current: t.boolean({ description: 'The session that this request speaks for' }),
  },
  { title: 'Session' }
)

export function sessionForList(
  session: Session,
  currentId: number | null
): Shaped<typeof sessionShape> {
  return {
    id: session.id,
    ip: session.ip,
    userAgent: session.userAgent,
    createdAt: session.createdAt.toISO()!,
    lastUsedAt: session.lastUsedAt.toISO()!,
    expiresAt: session.expiresAt.toISO()!,
    current: session.id === currentId,
  }
}
