import { inject } from '@adonisjs/core'
import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { insisting } from '#kernel/database/insisting'
import { toStored } from '#kernel/database/instant'
import { E_NOT_FOUND } from '#kernel/http/errors'
import { clock } from '#kernel/state/clock'
import { PostOffice } from '../delivery/post_office.js'
import { E_NOT_A_GROUP, E_OWNER_ONLY } from '../errors.js'
import type { MemberRole } from '../models/conversation_member.js'

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

const AT_ONCE = 500

/**
 * Changes of a group's members. They happen under the lock that also numbers its messages, so that for every
 * message it is certain who was a member.
 */
@inject()
export class GroupLedger {
  constructor(private readonly post: PostOffice) {}

  /** @throws E_NOT_FOUND, E_NOT_A_GROUP, E_OWNER_ONLY */
  async change<T>(
    { id, by, standing }: { id: number; by: number; standing: Standing },
    work: (group: LockedGroup) => Promise<T>
  ): Promise<T> {
    return this.#locked(id, (group, type) => {
      if (!group.members.has(by)) throw new E_NOT_FOUND('No such conversation')
      if (type !== 'group') throw new E_NOT_A_GROUP()
      if (standing === 'owner' && group.ownerId !== by) throw new E_OWNER_ONLY()
      return work(group)
    })
  }

  /** What the service itself changes. @throws E_NOT_FOUND, E_NOT_A_GROUP */
  within<T>(id: number, work: (group: LockedGroup) => Promise<T>): Promise<T> {
    return this.#locked(id, (group, type) => {
      if (type !== 'group') throw new E_NOT_A_GROUP()
      return work(group)
    })
  }

  async #locked<T>(id: number, work: (group: LockedGroup, type: string) => Promise<T>): Promise<T> {
    const { result, version } = await insisting(5, () =>
      db.transaction(async (trx) => {
        const { version: next, type, ...group } = await this.#lock(trx, id)
        return { result: await work(group, type), version: next }
      })
    )
    this.post.membersChanged(id, version)
    return result
  }

  async insert(
    trx: TransactionClientContract,
    conversationId: number,
    userIds: readonly number[],
    { role, joinedSeq }: { role: MemberRole; joinedSeq: number }
  ): Promise<void> {
    const rows = userIds.map((userId) => ({
      conversation_id: conversationId,
      user_id: userId,
      role,
      joined_seq: joinedSeq,
      read_seq: joinedSeq,
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
      type: String(row.type),
      version: Number(row.member_version),
      ownerId: row.owner_id === null ? null : Number(row.owner_id),
      lastSeq: Number(row.last_seq),
      members: new Set<number>(members.map(({ user_id: userId }) => Number(userId))),
    }
  }
}
