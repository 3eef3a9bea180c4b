import db from '@adonisjs/lucid/services/db'
import type { DatabaseQueryBuilderContract } from '@adonisjs/lucid/types/querybuilder'
import DocumentLog, { type LogAction } from '../models/document_log.js'
import { UNFINISHED } from '../sessions/session_traces.js'

/** From these it is read whose work may still come. */
const OF_PEOPLE: readonly LogAction[] = ['editing_started', 'editing_left', 'save_rejected']

type Query = DatabaseQueryBuilderContract

/**
 * Entries of documents' logs that nothing needs any more. What stays, however old: what a file is kept with; the last of
 * each kind, by each person and document, which tells who was ever inside and what became of a document last; who came and
 * left since all of a session was here, and the last two of each before that; and all since the beginning of a session of
 * which people are not told yet, or of which something lies with the document server.
 */
export class RetiredLogEntries {
  /** How far this sweep has come, past what stays. */
  #after = 0

  /** @returns how many were removed, of up to so many; none when all were looked at */
  async remove(beforeMs: number, most: number): Promise<number> {
    for (;;) {
      const old = await this.#next(beforeMs, most)
      if (old.length === 0) return 0
      const ids = idsIn(await dispensable(old))
      if (ids.length === 0) continue
      await db.from('document_logs').whereIn('id', ids).delete()
      return ids.length
    }
  }

  /** They come in the order of their numbers: no others are looked at. */
  async #next(beforeMs: number, most: number): Promise<number[]> {
    const next = await DocumentLog.query()
      .where('id', '>', this.#after)
      .orderBy('id')
      .limit(most)
      .select('id', 'createdAt')
    const ids = idsIn(next.filter(({ createdAt }) => +createdAt < beforeMs))
    this.#after = Math.max(0, ...ids)
    return ids
  }
}

function dispensable(ids: number[]) {
  return db
    .from('document_logs as entry')
    .whereIn('entry.id', ids)
    .whereNull('entry.file_id')
    .whereExists(sameSince)
    .whereNotExists(waitedFor)
    .where((known) => {
      void known.whereNotIn('entry.action', [...OF_PEOPLE]).orWhereNotExists(notAllHere)
    })
    .select('entry.id')
}

function sameSince(newer: Query): void {
  void newer
    .from('document_logs as newer')
    .whereColumn('newer.document_id', 'entry.document_id')
    .whereColumn('newer.action', 'entry.action')
    .whereColumn('newer.id', '>', 'entry.id')
    .where((same) => {
      void same.whereColumn('newer.operator_id', 'entry.operator_id').orWhere((nobody) => {
        void nobody.whereNull('newer.operator_id').whereNull('entry.operator_id')
      })
    })
}

/** Somebody is to be told of it, or something of it lies over there. */
function waitedFor(keys: Query): void {
  void keysOf(keys).where((waiting) => {
    void waiting
      .whereNotNull('session.gone_at')
      .orWhere('session.state', 'taken_back')
      .orWhereExists((losses: Query) => {
        void losses
          .from('document_losses')
          .whereColumn('document_losses.editor_key', 'session.editor_key')
      })
  })
}

/** Its session goes on, or was gone on without: who came twice before all was here may have work on its way still. */
function notAllHere(keys: Query): void {
  void keysOf(keys)
    .whereIn('session.state', [...UNFINISHED])
    .where((lasting) => {
      void lasting
        .whereNull('session.ended_at')
        .orWhereColumn('session.ended_at', '>=', 'entry.created_at')
    })
    .where((needed) => {
      void needed
        .whereNull('session.settled_at')
        .orWhereColumn('session.settled_at', '<=', 'entry.created_at')
        .orWhereNotExists(twiceUntilSettled)
    })
}

function twiceUntilSettled(newer: Query): void {
  sameSince(newer)
  void newer.whereColumn('newer.created_at', '<=', 'session.settled_at').limit(1).offset(1)
}

function keysOf(keys: Query): Query {
  return keys
    .from('document_keys as session')
    .whereColumn('session.document_id', 'entry.document_id')
    .whereColumn('session.created_at', '<=', 'entry.created_at')
}

function idsIn(rows: readonly { id: unknown }[]): number[] {
  return rows.map(({ id }) => Number(id))
}
