import { inject } from '@adonisjs/core'
import app from '@adonisjs/core/services/app'
import { PostOffice } from '../delivery/post_office.js'
import { E_GROUP_FULL } from '../errors.js'
import type { MessagingConfig } from '../messaging_config.js'
import Conversation from '../models/conversation.js'
import { Invitations } from '../rosters/invitations.js'
import type { Brought } from '../rosters/places.js'
import { spendConversation, spendMembers } from '../rosters/quotas.js'
import { GroupLedger } from './group_ledger.js'

@inject()
export class CreateGroup {
  constructor(
    private readonly ledger: GroupLedger,
    private readonly invitations: Invitations,
    private readonly post: PostOffice
  ) {}

  /** Resolves to its id. @throws E_GROUP_FULL, E_MEMBER, E_MEMBERSHIPS_FULL, E_TOO_MANY_REQUESTS */
  async handle(ownerId: number, { title, memberIds }: { title: string; memberIds: number[] }) {
    const others = [...new Set(memberIds)].filter((id) => id !== ownerId)
    const { groupMembers } = app.config.get<MessagingConfig>('messaging')
    if (others.length + 1 > groupMembers) throw new E_GROUP_FULL()
    await this.invitations.assert(ownerId, others)
    await spendMembers(ownerId, others.length + 1)
    await spendConversation(ownerId)

    const fieldOf = (userId: number) => `memberIds.${memberIds.indexOf(userId)}`
    const brought = { by: ownerId, userIds: [ownerId, ...others], fieldOf }
    const id = await this.#insert(brought, title, others)
    await this.post.tell({
      conversationId: id,
      frame: { type: 'conversation', change: 'created', conversationId: id, title, by: ownerId },
    })
    return id
  }

  #insert(brought: Brought, title: string, others: number[]): Promise<number> {
    const { by: ownerId } = brought
    return this.ledger.making(brought, async (trx) => {
      const fresh = { type: 'group' as const, title, ownerId, lastSeq: 0, memberVersion: 1 }
      const { id } = await Conversation.create(fresh, { client: trx })
      const entering = { by: ownerId, joinedSeq: 0 }
      await this.ledger.insert(trx, id, [ownerId], { role: 'owner', ...entering })
      await this.ledger.insert(trx, id, others, { role: 'member', ...entering })
      return id
    })
  }
}
