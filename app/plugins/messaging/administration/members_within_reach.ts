import { inject } from '@adonisjs/core'
import type { QueryClientContract } from '@adonisjs/lucid/types/database'
import { E_FORBIDDEN } from '#kernel/errors/main'
import { currentReach } from '#kernel/acting/main'
import { People } from '#plugins/identity/main'

/** What is done with a conversation is done with everybody in it: all of them must be within reach. */
@inject()
export class MembersWithinReach {
  constructor(private readonly people: People) {}

  /** Who was deleted is nobody's any more. @throws E_FORBIDDEN */
  async assertAll(userIds: readonly number[], client?: QueryClientContract): Promise<void> {
    if (currentReach().kind === 'all') return
    const there = await this.people.cardsOf(userIds, client)
    const reached = await this.people.withinReach(userIds, client)
    if (reached.size < there.size)
      throw new E_FORBIDDEN(
        'Somebody in this conversation is out of your reach; ask who reaches all of its members'
      )
  }
}
