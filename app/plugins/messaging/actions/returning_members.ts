import { toStored } from '#kernel/database/main'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { clock } from '#kernel/state/main'
import { staysWith } from '../rosters/stays.js'
import type { LockedGroup } from './group_ledger.js'

interface Entering {
  readonly trx: TransactionClientContract
  readonly id: number
  readonly userIds: readonly number[]
  readonly joinedSeq: number
  readonly by: number
}

interface Membership {
  user_id: number
  joined_seq: number
  left_seq: number | null
  stays: string | null
}

/** Who leaves a group and comes back goes on seeing what they saw before. */
export class ReturningMembers {
  /** Resolves to those of the users who were members before; they are members again. */
  async enter({ trx, id, userIds, joinedSeq, by }: Entering): Promise<Set<number>> {
    const memberships = trx.query().from('conversation_members').where('conversation_id', id)
    const rows = (await memberships.clone().whereIn('user_id', [...userIds])) as Membership[]
    const values = {
      left_seq: null,
      joined_seq: joinedSeq,
      brought_by: by,
      role: 'member',
      created_at: toStored(clock.now()),
    }
    for (const [stays, ids] of Map.groupBy(rows, staysOnceOver).entries())
      await memberships
        .clone()
        .whereIn(
          'user_id',
          ids.map(({ user_id: userId }) => userId)
        )
        .update({ ...values, stays })
    return new Set(rows.map((row) => Number(row.user_id)))
  }

  async exit({ trx, id, lastSeq }: LockedGroup, userId: number): Promise<void> {
    await trx
      .from('conversation_members')
      .where({ conversation_id: id, user_id: userId })
      .update({ left_seq: lastSeq, role: 'member' })
  }
}

function staysOnceOver({ joined_seq: after, left_seq: upTo, stays }: Membership): string | null {
  return staysWith(stays, { after: Number(after), upTo: Number(upTo ?? after) })
}
