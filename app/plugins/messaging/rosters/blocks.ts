import db from '@adonisjs/lucid/services/db'

/** Told of on the bus when somebody blocks a person, or no longer does. */
export const BLOCKS_CHANGED = 'messaging.blocks'

export interface BlockChanged {
  userId: number
  blockedId: number
}

/** Who wants to hear nothing of whom. */
export class Blocks {
  /** Those of `others` who block the person. */
  async against(userId: number, others: readonly number[]): Promise<ReadonlySet<number>> {
    const rows = await db
      .from('contact_blocks')
      .where('blocked_id', userId)
      .whereIn('user_id', [...others])
      .select('user_id')
    return new Set(rows.map((row) => Number(row.user_id)))
  }
}
