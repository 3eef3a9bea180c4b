import { inject } from '@adonisjs/core'
import { storedToIsoOrNull, toStored } from '#kernel/database/main'
import { E_NOT_FOUND } from '#kernel/errors/main'
import type { DateTime } from 'luxon'
import { Broadcaster } from '../delivery/broadcaster.js'
import ConversationMember from '../models/conversation_member.js'

/** What one member decides for themselves. */
export interface OwnSettings {
  /** `null` for not muted. */
  mutedUntil?: DateTime | null
  pinned?: boolean
  archived?: boolean
  markedUnread?: boolean
}

/** How a conversation looks to one member alone; their other devices are told. */
@inject()
export class ChangeOwnSettings {
  constructor(private readonly broadcaster: Broadcaster) {}

  /** @throws E_NOT_FOUND */
  async handle(conversationId: number, userId: number, settings: OwnSettings): Promise<void> {
    const { mutedUntil, ...flags } = settings
    const muted = mutedUntil === undefined ? {} : { mutedUntil: mutedUntil && toStored(mutedUntil) }
    const own = () =>
      ConversationMember.query().where({ conversationId, userId }).whereNull('toSeq')
    const values = { ...flags, ...muted }
    if (Object.keys(values).length > 0) await own().update(values)
    const member = await own().first()
    if (!member) throw new E_NOT_FOUND('No such conversation')
    const frame = { type: 'mine', conversationId, ...ownSettingsOf(member) }
    await this.broadcaster.signal({ users: [userId], frame })
  }
}

function ownSettingsOf({ mutedUntil, pinned, archived, markedUnread }: ConversationMember) {
  return { mutedUntil: storedToIsoOrNull(mutedUntil?.toMillis()), pinned, archived, markedUnread }
}
