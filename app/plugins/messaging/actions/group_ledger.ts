import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { withRetry, toStored } from '#kernel/database/main'
import { E_NOT_FOUND } from '#kernel/errors/main'
import { clock } from '#kernel/state/main'
import type { PostOffice } from '../delivery/post_office.js'
import { E_NOT_A_GROUP, E_OWNER_ONLY } from '../errors.js'
import type { ConversationType } from '../models/conversation.js'
import type { MemberRole } from '../models/conversation_member.js'
import type { ConversationChanges } from './conversation_changes.js'
import { membershipOf, type Membership } from '../rosters/membership.js'
import { assertPlaces, holdPlaces, type Brought } from '../rosters/places.js'

/** A group as it is while nobody else can change it or write into it. */
export interface LockedGroup {
  readonly id: number
  readonly trx: TransactionClientContract
  readonly ownerId: number | null
  readonly lastSeq: number
  /** Present members. */
  readonly members: ReadonlySet<number>
}

/** Who must be acting: any present member, or the owner. */
export type Standing = 'member' | 'owner'

interface Change {
  readonly id: number
  readonly by: number
  readonly standing: Standing
  /** Whom the change may bring into the group. */
  readonly entering?: readonly number[]
}

const AT_ONCE = 500

/**
 * Changes of a group's members. They happen under the lock that also numbers its messages, so that for every
 * message it is certain who was a member. Changes that wait keep no connection.
 */
export class GroupLedger {
  constructor(
    private readonly post: PostOffice,
    private readonly changes: ConversationChanges
  ) {}

  /** @throws E_NOT_FOUND, E_NOT_A_GROUP, E_OWNER_ONLY */
  async change<T>(change: Change, work: (group: LockedGroup) => Promise<T>): Promise<T> {
    await this.assertMay(change)
    return this.#locked(change, (group, type) => {
      if (!group.members.has(change.by)) throw new E_NOT_FOUND('No such conversation')
      assertStanding(change, { type, ownerId: group.ownerId })
      return work(group)
    })
  }

  /**
   * Asked before anything is locked: who may not change a group must not keep those waiting who write into it.
   *
   * @throws E_NOT_FOUND, E_NOT_A_GROUP, E_OWNER_ONLY
   */
  async assertMay(change: Change): Promise<void> {
    assertStanding(change, await membershipOf(db.connection(), change.id, change.by))
  }

  /**
   * What the service itself changes, or an administrator.
   *
   * @throws E_NOT_FOUND, E_NOT_A_GROUP
   */
  within<T>(id: number, work: (group: LockedGroup) => Promise<T>): Promise<T> {
    return this.#locked({ id }, (group, type) => {
      if (type !== 'group') throw new E_NOT_A_GROUP()
      return work(group)
    })
  }

  /** For a group that is not there yet. @throws E_MEMBERSHIPS_FULL */
  making<T>(brought: Brought, work: (trx: TransactionClientContract) => Promise<T>): Promise<T> {
    const make = async (trx: TransactionClientContract) => {
      await holdPlaces(trx, brought.userIds)
      await assertPlaces(trx, 'group', brought)
      return work(trx)
    }
    return this.changes.any(() => withRetry(5, () => db.transaction(make)))
  }

  async #locked<T>(
    { id, entering = [] }: Pick<Change, 'id' | 'entering'>,
    work: (group: LockedGroup, type: ConversationType) => Promise<T>
  ): Promise<T> {
    const changed = async (trx: TransactionClientContract) => {
      await holdPlaces(trx, entering)
      return this.#changed(trx, id, work)
    }
    const { result, version } = await this.changes.ofGroup(id, () =>
      withRetry(5, () => db.transaction(changed))
    )
    this.post.membersChanged(id, version)
    return result
  }

  async #changed<T>(
    trx: TransactionClientContract,
    id: number,
    work: (group: LockedGroup, type: ConversationType) => Promise<T>
  ) {
    const { version, type, ...group } = await this.#lock(trx, id)
    return { result: await work(group, type), version }
  }

  async insert(
    trx: TransactionClientContract,
    conversationId: number,
    userIds: readonly number[],
    { role, joinedSeq, by }: { role: MemberRole; joinedSeq: number; by: number }
  ): Promise<void> {
    const rows = userIds.map((userId) => ({
      conversation_id: conversationId,
      user_id: userId,
      role,
      joined_seq: joinedSeq,
      read_seq: joinedSeq,
      brought_by: by,
      created_at: toStored(clock.now()),
    }))
    for (let from = 0; from < rows.length; from += AT_ONCE)
      await trx.table('conversation_members').multiInsert(rows.slice(from, from + AT_ONCE))
  }

  /** The update is what takes the lock, on every database. */
  async #lock(trx: TransactionClientContract, id: number) {
    await trx.query().from('conversations').where({ id }).increment('member_version', 1)
    const row = await trx.query().from('conversations').where({ id }).first()
    if (!row) throw new E_NOT_FOUND('No such conversation')

    const members = await trx
      .query()
      .from('conversation_members')
      .where('conversation_id', id)
      .whereNull('left_seq')
      .select('user_id')
    return {
      id,
      trx,
      type: row.type as ConversationType,
      version: Number(row.member_version),
      ownerId: row.owner_id === null ? null : Number(row.owner_id),
      lastSeq: Number(row.last_seq),
      members: new Set<number>(members.map(({ user_id: userId }) => Number(userId))),
    }
  }
}

function assertStanding({ by, standing }: Change, { type, ownerId }: Membership): void {
  if (type !== 'group') throw new E_NOT_A_GROUP()
  if (standing === 'owner' && ownerId !== by) throw new E_OWNER_ONLY()
}
