import { BaseModel, column } from '@adonisjs/lucid/orm'
import { compose } from '@adonisjs/core/helpers'
import type { DateTime } from 'luxon'
import { audited } from '#kernel/auditing/main'
import { scopedBy } from '#kernel/data_scope/main'
import { instant } from '#kernel/database/main'

export const SECURITY_EVENT_TYPES = [
  'login',
  'login_failed',
  'locked',
  'unlocked',
  'logout',
  'refresh_reused',
  'password_changed',
  'email_changed',
  'session_ended',
  'erased',
] as const
export type SecurityEventType = (typeof SECURITY_EVENT_TYPES)[number]

/** The login history, with locks, ended sessions and changed passwords. */
export default class SecurityEvent extends compose(
  BaseModel,
  scopedBy({ owner: 'userId', stamps: false })
) {
  static table = 'security_events'
  static audit = audited<SecurityEvent>({
    as: ({ type, userId, account, ip, sessionId }) => {
      if (type === 'erased') return null
      const subject = userId ? { type: 'user', id: userId } : { type: 'account', id: null }
      const after = sessionId ? { sessionId } : null
      return { action: type, ...subject, name: account ?? null, address: ip ?? null, after }
    },
  })

  @column({ isPrimary: true })
  declare id: number

  @column()
  declare type: SecurityEventType

  @column()
  declare account: string | null

  @column()
  declare userId: number | null

  @column()
  declare sessionId: number | null

  @column()
  declare ip: string | null

  @column()
  declare userAgent: string | null

  @instant({ autoCreate: true })
  declare createdAt: DateTime
}
