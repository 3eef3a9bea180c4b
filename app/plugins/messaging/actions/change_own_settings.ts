import { inject } from '@adonisjs/core'
import db from '@adonisjs/lucid/services/db'
import type { Infer } from '@vinejs/vine/types'
import { toStored } from '#kernel/database/main'
import { E_NOT_FOUND } from '#kernel/errors/main'
import { Broadcaster } from '../delivery/broadcaster.js'
import { ownSettingsView } from '../transformers/conversation_transformer.js'
import type { ownSettingsValidator } from '../validators/messaging_validators.js'

type OwnSettings = Infer<typeof ownSettingsValidator>

/** How a conversation looks to one member alone; their other devices are told. */
@inject()
export class ChangeOwnSettings {
  constructor(private readonly broadcaster: Broadcaster) {}

  /** @throws E_NOT_FOUND */
  async handle(conversationId: number, userId: number, settings: OwnSettings): Promise<void> {
    const { mutedUntil, markedUnread, ...flags } = settings
    const muted = mutedUntil && toStored(mutedUntil)
    const values = { ...flags, marked_unread: markedUnread, muted_until: muted }
    const member = { conversation_id: conversationId, user_id: userId }
    const own = () => db.from('conversation_members').where(member).whereNull('to_seq')
    if (Object.values(values).some((value) => value !== undefined)) await own().update(values)
    const row = await own().first()
    if (!row) throw new E_NOT_FOUND('No such conversation')
    const frame = { type: 'mine', conversationId, ...ownSettingsView(row) }
    await this.broadcaster.signal({ users: [userId], frame })
  }
}
