import { inject } from '@adonisjs/core'
import { People } from '#plugins/identity/main'
import { E_MEMBER } from '../errors.js'
import { PostOffice } from '../delivery/post_office.js'
import { GroupLedger } from './group_ledger.js'

/** What a group's owner changes of the group itself. */
@inject()
export class ChangeGroup {
  constructor(
    private readonly ledger: GroupLedger,
    private readonly people: People,
    private readonly post: PostOffice
  ) {}

  async rename(id: number, by: number, title: string): Promise<void> {
    await this.ledger.change({ id, by, standing: 'owner' }, async ({ trx }) => {
      await trx.query().from('conversations').where({ id }).update({ title })
    })
    await this.#tell(id, { change: 'renamed', title, by })
  }

  /** @throws E_MEMBER when the next owner is no member, or cannot log in */
  async handOver(id: number, by: number, to: number): Promise<void> {
    await this.ledger.change({ id, by, standing: 'owner' }, async ({ trx, members }) => {
      const isActive = (await this.people.activeAmong([to], trx)).has(to)
      if (!members.has(to) || !isActive)
        throw new E_MEMBER('The next owner must be a member who can log in; choose another one')
      await trx.query().from('conversations').where({ id }).update({ owner_id: to })
      const memberships = () =>
        trx.query().from('conversation_members').where('conversation_id', id)
      await memberships().where('role', 'owner').update({ role: 'member' })
      await memberships().where('user_id', to).update({ role: 'owner' })
    })
    await this.#tell(id, { change: 'owner', ownerId: to, by })
  }

  #tell(conversationId: number, change: object): Promise<void> {
    return this.post.tell({
      conversationId,
      frame: { type: 'conversation', conversationId, ...change },
    })
  }
}
