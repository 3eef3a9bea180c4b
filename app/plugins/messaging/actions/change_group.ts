import { inject } from '@adonisjs/core'
import { searchTextOf } from '#kernel/database/main'
import { People } from '#plugins/identity/main'
import { PostOffice } from '../delivery/post_office.js'
import { spendGroupChange } from '../rosters/quotas.js'
import { GroupLedger } from './group_ledger.js'
import { handTo } from './hand_to.js'
import { assertOwnable } from './next_owner.js'

/** What a group's owner changes of the group itself, at a pace: `E_TOO_MANY_REQUESTS` beyond it. */
@inject()
export class ChangeGroup {
  constructor(
    private readonly ledger: GroupLedger,
    private readonly people: People,
    private readonly post: PostOffice
  ) {}

  async rename(id: number, by: number, title: string): Promise<void> {
    await spendGroupChange(by)
    await this.ledger.change({ id, by, standing: 'owner' }, async ({ trx }) => {
      const values = { title, search_text: searchTextOf([title]) }
      await trx.query().from('conversations').where({ id }).update(values)
    })
    await this.#tell(id, { change: 'renamed', title, by })
  }

  /** @throws E_MEMBER when the next owner is no member, or cannot log in */
  async handOver(id: number, by: number, to: number): Promise<void> {
    await spendGroupChange(by)
    await this.ledger.change({ id, by, standing: 'owner' }, async (group) => {
      await assertOwnable(group, to, this.people)
      await handTo(group, to)
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
