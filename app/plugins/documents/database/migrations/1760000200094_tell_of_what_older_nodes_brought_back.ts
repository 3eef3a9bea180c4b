import { BaseSchema } from '@adonisjs/lucid/schema'
import { toStored } from '#kernel/database/instant'
import { clock } from '#kernel/state/clock'

/** What is longer past than this, people know by now. */
const RECENT_MS = 30 * 24 * 3_600_000

/**
 * Of what lies beside, the first release told one person at most: the others are told yet. Until now such versions counted
 * as told from when they were made.
 */
export default class extends BaseSchema {
  async up() {
    this.defer(async (db) => {
      await db
        .from('document_versions')
        .whereIn('kind', ['recovered', 'late'])
        .where('beside', true)
        .whereNull('concerned')
        .whereColumn('told_at', 'created_at')
        .where('created_at', '>', toStored(clock.now() - RECENT_MS))
        .update({ told_at: null })
    })
  }

  /** What is true of the rows stays so. */
  async down() {}
}
