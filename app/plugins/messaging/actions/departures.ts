import type { Database } from '@adonisjs/lucid/database'
import type { Bus } from '#kernel/state/main'
import { E_NOT_FOUND } from '#kernel/errors/main'
import { USERS_CHANGED, type People, type UsersChanged } from '#plugins/identity/main'
import type { PostOffice } from '../delivery/post_office.js'
import type { GroupLedger, LockedGroup } from './group_ledger.js'
import { passOn } from './pass_on.js'
import type { ReturningMembers } from './returning_members.js'

const AT_ONCE = 500

interface Outcome {
  readonly hasLeft: boolean
  readonly heir: number | null
}

/**
 * Whoever is deleted leaves all groups. A group whose owner is deleted or disabled goes to a member who is neither; where there
 * is none, to the first who may log in again.
 */
export class Departures {
  constructor(
    private readonly db: Database,
    private readonly people: People,
    private readonly ledger: GroupLedger,
    private readonly returning: ReturningMembers,
    private readonly post: PostOffice
  ) {}

  async start(bus: Bus): Promise<void> {
    await bus.subscribe(USERS_CHANGED, (payload) => this.changed((payload as UsersChanged).userIds))
  }

  async changed(userIds: readonly number[]): Promise<void> {
    for (let from = 0; from < userIds.length; from += AT_ONCE)
      await this.#look(userIds.slice(from, from + AT_ONCE))
  }

  /** All members of groups: nobody may have been told of what became of them. */
  async sweep(): Promise<void> {
    let some: number[]
    let after = 0
    do {
      some = await this.#membersAfter(after)
      await this.changed(some)
      after = some.at(-1) ?? after
    } while (some.length === AT_ONCE)
  }

  async #look(userIds: readonly number[]): Promise<void> {
    const cards = await this.people.cardsOf(userIds)
    const gone = userIds.filter((userId) => !cards.has(userId))
    const away = userIds.filter((userId) => !cards.get(userId)?.active)
    for (const { id, user_id: userId } of await this.#concerned(userIds, { gone, away }))
      await this.#mend(Number(id), Number(userId))
  }

  async #mend(id: number, userId: number): Promise<void> {
    try {
      const { hasLeft, heir } = await this.ledger.within(id, (group) => this.#settle(group, userId))
      if (hasLeft) await this.#tell(id, { change: 'left', userIds: [userId], by: userId })
      if (heir !== null) await this.#tell(id, { change: 'owner', ownerId: heir, by: userId })
    } catch (error) {
      if (!(error instanceof E_NOT_FOUND)) throw error
    }
  }

  /** Under the lock it is looked at once more: another node may have been faster. */
  async #settle(group: LockedGroup, userId: number): Promise<Outcome> {
    const card = (await this.people.cardsOf([userId], group.trx)).get(userId)
    const hasLeft = !card && group.members.has(userId)
    if (hasLeft) await this.returning.exit(group, userId)
    const isOwner = group.ownerId === userId && !card?.active
    const isOrphan = isOwner || group.ownerId === null
    return { hasLeft, heir: isOrphan ? await passOn(group, this.people) : null }
  }

  /** Groups without an owner, those of owners who are away, and all of who is gone. */
  #concerned(userIds: readonly number[], { gone, away }: Record<'gone' | 'away', number[]>) {
    return this.db
      .from('conversation_members as member')
      .join('conversations as group', 'group.id', 'member.conversation_id')
      .where('group.type', 'group')
      .whereNull('member.left_seq')
      .whereIn('member.user_id', [...userIds])
      .where((concerned) => {
        void concerned
          .whereNull('group.owner_id')
          .orWhereIn('member.user_id', gone)
          .orWhere((owned) => {
            void owned
              .whereIn('member.user_id', away)
              .whereColumn('group.owner_id', 'member.user_id')
          })
      })
      .select('group.id', 'member.user_id')
  }

  async #membersAfter(userId: number): Promise<number[]> {
    const rows = await this.db
      .from('conversation_members as member')
      .join('conversations as group', 'group.id', 'member.conversation_id')
      .where('group.type', 'group')
      .where('member.user_id', '>', userId)
      .whereNull('member.left_seq')
      .distinct('member.user_id')
      .orderBy('member.user_id')
      .limit(AT_ONCE)
    return rows.map((row) => Number(row.user_id))
  }

  #tell(conversationId: number, change: object): Promise<void> {
    const frame = { type: 'conversation', conversationId, ...change }
    return this.post.tell({ conversationId, frame })
  }
}
