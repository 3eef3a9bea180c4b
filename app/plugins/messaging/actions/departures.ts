import { inject } from '@adonisjs/core'
import db from '@adonisjs/lucid/services/db'
import { E_NOT_FOUND } from '#kernel/errors/main'
import { Bus } from '#kernel/state/main'
import { People, USERS_CHANGED, type UsersChanged } from '#plugins/identity/main'
import { ConversationLedger } from '../log/conversation_ledger.js'
import { ChangeMembers } from './change_members.js'
import { Succession } from './group_rights.js'

const AT_ONCE = 500

/**
 * Deleted users leave all groups. A group whose owner is deleted or disabled goes to a member who is neither; where there is none,
 * to the first who may log in again.
 */
@inject()
export class Departures {
  constructor(
    private readonly bus: Bus,
    private readonly people: People,
    private readonly changeMembers: ChangeMembers,
    private readonly ledger: ConversationLedger,
    private readonly succession: Succession
  ) {}

  async start(): Promise<void> {
    await this.bus.subscribe(USERS_CHANGED, (payload) =>
      this.changed((payload as UsersChanged).userIds)
    )
  }

  async changed(userIds: readonly number[]): Promise<void> {
    for (let from = 0; from < userIds.length; from += AT_ONCE)
      await this.#look(userIds.slice(from, from + AT_ONCE))
  }

  /** All members of groups: a node may have ended before it told anybody. */
  async sweep(): Promise<void> {
    let some: number[]
    let after = 0
    do {
      some = await membersAfter(after)
      await this.changed(some)
      after = some.at(-1) ?? after
    } while (some.length === AT_ONCE)
  }

  async #look(userIds: readonly number[]): Promise<void> {
    const cards = await this.people.cardsOf(userIds)
    const gone = userIds.filter((userId) => !cards.has(userId))
    const inactive = userIds.filter((userId) => !cards.get(userId)?.active)
    const groups = await groupsOf(userIds, { gone, inactive })
    for (const { id, user_id: userId } of groups)
      await unlessGone(this.#settle(Number(id), Number(userId)))
  }

  /** Under the lock it is looked at once more: another node may have been faster. */
  async #settle(id: number, userId: number): Promise<void> {
    const isGone = !(await this.people.cardsOf([userId])).has(userId)
    if (isGone) return this.changeMembers.takeOut(id, userId)
    await this.ledger.change(id, async (group) => {
      const card = (await this.people.cardsOf([userId], group.trx)).get(userId)
      const isOwner = group.ownerId === userId && !card?.active
      if (isOwner || group.ownerId === null) await this.succession.passOn(group, null)
    })
  }
}

/** Whoever was removed meanwhile has left. */
export async function unlessGone(work: Promise<void>): Promise<void> {
  try {
    await work
  } catch (error) {
    if (!(error instanceof E_NOT_FOUND)) throw error
  }
}

interface Concerned {
  readonly gone: number[]
  readonly inactive: number[]
}

/** Groups without an owner, those whose owner is inactive, and all of whoever is gone. */
function groupsOf(userIds: readonly number[], { gone, inactive }: Concerned) {
  return members()
    .whereIn('member.user_id', [...userIds])
    .where((concerned) => {
      void concerned
        .whereNull('group.owner_id')
        .orWhereIn('member.user_id', gone)
        .orWhere((owned) => {
          void owned
            .whereIn('member.user_id', inactive)
            .whereColumn('group.owner_id', 'member.user_id')
        })
    })
    .select('group.id', 'member.user_id')
}

async function membersAfter(userId: number): Promise<number[]> {
  const rows = await members()
    .where('member.user_id', '>', userId)
    .distinct('member.user_id')
    .orderBy('member.user_id')
    .limit(AT_ONCE)
  return rows.map((row) => Number(row.user_id))
}

function members() {
  return db
    .from('conversation_members as member')
    .join('conversations as group', 'group.id', 'member.conversation_id')
    .where('group.type', 'group')
    .whereNull('group.deleted_at')
    .whereNull('member.to_seq')
}
