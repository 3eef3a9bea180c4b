import { inject } from '@adonisjs/core'
import { toStored } from '#kernel/database/main'
import { currentOperator } from '#kernel/acting/main'
import { clock } from '#kernel/state/main'
import { People } from '#plugins/identity/main'
import { GroupLedger, type LockedGroup } from '../actions/group_ledger.js'
import { handTo } from '../actions/hand_to.js'
import { PostOffice, type Sign } from '../delivery/post_office.js'
import { assertOwnable } from '../actions/next_owner.js'
import { ConversationRemoval } from '../erasure/conversation_removal.js'
import { AdministeredConversations, type Concerned } from './administered_conversations.js'
import { noteAct } from './note_act.js'

/** What somebody who is no member does with a group; each deed is noted with it. */
@inject()
export class AdministerGroup {
  constructor(
    private readonly conversations: AdministeredConversations,
    private readonly ledger: GroupLedger,
    private readonly people: People,
    private readonly post: PostOffice,
    private readonly removal: ConversationRemoval
  ) {}

  /** Nobody writes into a closed one, and everybody goes on reading. To close it twice changes nothing. */
  async close(id: number, closed: boolean): Promise<void> {
    const action = closed ? 'closed' : 'opened'
    const isChanged = await this.#change(id, 'present', async ({ trx }, title) => {
      const group = trx.query().from('conversations').where({ id })
      void (closed ? group.whereNull('closed_at') : group.whereNotNull('closed_at'))
      const closedAt = closed ? toStored(clock.now()) : null
      if (Number(await group.update({ closed_at: closedAt })) === 0) return false
      await noteAct({ action, conversationId: id, title }, trx)
      return true
    })
    if (isChanged) await this.#tell(id, { conversationId: id }, { change: action })
  }

  /** @throws E_MEMBER when the next owner is no member, or cannot log in */
  async handOver(id: number, to: number): Promise<void> {
    await this.#change(id, 'present', async (group, title) => {
      await assertOwnable(group, to, this.people)
      await handTo(group, to)
      await noteAct({ action: 'owner', conversationId: id, title, userId: to }, group.trx)
    })
    await this.#tell(id, { conversationId: id }, { change: 'owner', ownerId: to })
  }

  /** For good: from then on nobody is in it, and what was said goes piece by piece, also after this. */
  async delete(id: number): Promise<void> {
    const members = await this.#change(id, 'ever', async ({ trx, members: present }, title) => {
      await trx.query().from('conversation_members').where('conversation_id', id).delete()
      const deleted = { deleted_at: toStored(clock.now()), owner_id: null }
      await trx.query().from('conversations').where({ id }).update(deleted)
      await noteAct({ action: 'deleted', conversationId: id, title }, trx)
      return [...present]
    })
    await this.#tell(id, { users: members }, { change: 'deleted' })
    await this.removal.begin(id)
  }

  /** Whoever joined meanwhile must be within reach as well. */
  async #change<T>(
    id: number,
    whom: Concerned,
    work: (group: LockedGroup, title: string | null) => Promise<T>
  ): Promise<T> {
    const { title } = await this.conversations.findGroup(id, whom)
    return this.ledger.within(id, async (group) => {
      await this.conversations.assertReached(id, whom, group.trx)
      return work(group, title)
    })
  }

  #tell(conversationId: number, to: Partial<Sign>, change: object): Promise<void> {
    const by = currentOperator().id
    return this.post.tell({ ...to, frame: { type: 'conversation', conversationId, ...change, by } })
  }
}
