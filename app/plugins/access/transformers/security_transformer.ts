import { t } from '#kernel/contracts/main'
import { END_REASONS, eventColumns } from '#plugins/identity/main'

const person = { username: t.nullable(t.text()), nickname: t.nullable(t.text()) }

export const userSessionShape = t.object(
  {
    id: t.id(),
    userId: t.id(),
    ...person,
    ip: t.nullable(t.text()),
    userAgent: t.nullable(t.text()),
    createdAt: t.instant(),
    lastUsedAt: t.instant(),
    expiresAt: t.instant(),
    endedAt: t.nullable(t.instant()),
    endReason: t.nullable(t.oneOf(END_REASONS)),
  },
  { title: 'UserSession' }
)

export const securityEventShape = t.object(
  {
    ...eventColumns,
    userId: t.nullable(t.id()),
    ...person,
    account: t.nullable(t.text({ description: 'The name that was given, known or not' })),
  },
  { title: 'SecurityEvent' }
)
