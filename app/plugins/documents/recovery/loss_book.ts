import { inject } from '@adonisjs/core'
import { DateTime } from 'luxon'
import { removeFound } from '#kernel/database/remove_found'
import { clock } from '#kernel/state/clock'
import { UNFINISHED } from '../sessions/session_traces.js'
import DocumentKey from '../models/document_key.js'
import DocumentLoss from '../models/document_loss.js'
import {
  LONGEST_WAIT_MS,
  PASSING,
  STRANDED,
  UNANSWERED,
  UNLISTED,
  UNSAVED,
  type Loss,
} from './losses.js'

/** So often it is tried at every sweep; then the time between two tries doubles, from the first wait on. */
const AT_EVERY_SWEEP = 3
const FIRST_WAIT_MS = 1_200_000

const BATCH = 500

const IN_SESSION: readonly string[] = [UNSAVED, STRANDED]
const UNKNOWN: readonly string[] = [UNLISTED, UNANSWERED]
const UNKEPT: readonly string[] = [...IN_SESSION, ...UNKNOWN]

/** What could not be brought here: how often it was tried, when it is again, and who knows of it. */
@inject()
export class LossBook {
  /** Notes that it could not be had once more. Another loss under the same key is told anew. */
  async note({ documentId, editorKey }: DocumentKey, loss: Loss): Promise<DocumentLoss> {
    const known = await DocumentLoss.findBy({ editorKey })
    const row = known ?? new DocumentLoss().fill({ documentId, editorKey, attempts: 0 })
    if (!known || isOther(known, loss)) row.merge(begun(loss))
    const attempts = row.attempts + 1
    row.merge({ reason: loss.reason, attempts, retryAt: retryAt(attempts, loss) })
    return row.save()
  }

  /** Those that are not to be tried yet, by their key. */
  async waiting(): Promise<Map<string, DocumentLoss>> {
    const waiting = new Map<string, DocumentLoss>()
    for await (const some of batches()) {
      const early = some.filter(({ retryAt: due }) => due !== null && due > now())
      for (const loss of early) waiting.set(loss.editorKey, loss)
    }
    return waiting
  }

  /** Whether it is one of them. */
  async isWaiting(editorKey: string): Promise<boolean> {
    const [loss] = await this.knownUnder([editorKey])
    return Boolean(loss?.retryAt && loss.retryAt > now())
  }

  async over(editorKey: string): Promise<void> {
    await DocumentLoss.query().where({ editorKey }).delete()
  }

  /** The same of what lay in the store: what is unsaved in the session is so still. */
  async overInStore(editorKey: string): Promise<void> {
    await DocumentLoss.query()
      .where({ editorKey })
      .whereNotIn('mark', [...IN_SESSION])
      .delete()
  }

  /** The same of all but this one, which may last, and what is unsaved in the session. */
  async overBut(editorKey: string, mark: string): Promise<void> {
    const lasting = [mark, ...IN_SESSION]
    await DocumentLoss.query().where({ editorKey }).whereNotIn('mark', lasting).delete()
  }

  /** The same where it is of this kind alone. */
  async overIf(editorKey: string, mark: string): Promise<void> {
    await DocumentLoss.query().where({ editorKey, mark }).delete()
  }

  /** What the document server keeps no more: neither what is unsaved in its sessions, nor what it may never have kept. */
  async *missingFrom(kept: ReadonlySet<string>): AsyncGenerator<DocumentLoss> {
    for await (const some of batches())
      yield* some.filter(({ editorKey, mark }) => !UNKEPT.includes(mark) && !kept.has(editorKey))
  }

  /** Of these keys, as far as something is known to lie there: it may not be named just now. */
  async knownUnder(editorKeys: readonly string[]): Promise<DocumentLoss[]> {
    const known: DocumentLoss[] = []
    for (let from = 0; from < editorKeys.length; from += BATCH) {
      const some = editorKeys.slice(from, from + BATCH)
      const kept = DocumentLoss.query().whereIn('editorKey', some)
      known.push(...(await kept.whereNotIn('mark', [...UNKEPT])))
    }
    return known
  }

  /** The document server names it again. */
  async found(kept: ReadonlySet<string>): Promise<void> {
    const missing = await DocumentLoss.query().whereNotNull('missingAt')
    for (const loss of missing.filter(({ editorKey }) => kept.has(editorKey)))
      await loss.merge({ missingAt: null, missed: 0 }).save()
  }

  async missed(loss: DocumentLoss): Promise<void> {
    await loss.merge({ missingAt: loss.missingAt ?? now(), missed: loss.missed + 1 }).save()
  }

  async clearSaved(): Promise<void> {
    await clear(UNSAVED, unfinishedKeys().whereNotNull('unsavedAt'))
    await clear(STRANDED, strandedKeys())
    await clear(UNANSWERED, unfinishedKeys())
    await clear(UNLISTED, unfinishedKeys().whereNotNull('goneAt').whereNull('abandonedAt'))
  }

  async told(loss: DocumentLoss): Promise<void> {
    await loss.merge({ toldAt: now() }).save()
  }
}

function unfinishedKeys() {
  return DocumentKey.query().whereIn('state', [...UNFINISHED])
}

/** That its last save failed tells it as well. */
function strandedKeys() {
  return unfinishedKeys().where((unsaved) => {
    void unsaved.whereNotNull('unsavedAt').orWhereNotNull('failedSave')
  })
}

async function clear(mark: string, lasting: ReturnType<typeof unfinishedKeys>): Promise<void> {
  const editorKeys = lasting.select('editorKey')
  await removeFound(DocumentLoss.query().where({ mark }).whereNotIn('editorKey', editorKeys))
}

async function* batches(): AsyncGenerator<DocumentLoss[]> {
  let some: DocumentLoss[] = []
  do {
    const after = some.at(-1)?.id ?? 0
    some = await DocumentLoss.query().where('id', '>', after).orderBy('id').limit(BATCH)
    yield some
  } while (some.length === BATCH)
}

/** That it could not even be asked for says nothing new of what is known already; what lies there is told before what is unsaved. */
function isOther(known: DocumentLoss, { mark }: Loss): boolean {
  if (known.mark === mark) return false
  if (mark === STRANDED) return UNKEPT.includes(known.mark)
  return mark !== PASSING && !UNKNOWN.includes(mark)
}

function begun({ mark, userIds, body, remedy, patienceMs = 0 }: Loss): Partial<DocumentLoss> {
  const tellFrom = now().plus(patienceMs)
  const told = { toldAt: null, mendersAfter: remedy ? 0 : null, mendersTold: 0 }
  const anew = { createdAt: now(), attempts: 0, missingAt: null, missed: 0 }
  const theirs = userIds ? [...userIds] : null
  return { mark, userIds: theirs, body, remedy: remedy ?? null, tellFrom, ...anew, ...told }
}

function retryAt(attempts: number, { longestWaitMs }: Loss): DateTime | null {
  if (longestWaitMs === undefined || attempts < AT_EVERY_SWEEP) return null
  return now().plus(Math.min(waitMs(attempts), longestWaitMs))
}

/** For so many milliseconds at most it is not tried any more after that many tries. */
export function latestRetryMs(attempts: number): number {
  return Math.min(waitMs(attempts), LONGEST_WAIT_MS)
}

function waitMs(attempts: number): number {
  return FIRST_WAIT_MS * 2 ** Math.min(Math.max(0, attempts - AT_EVERY_SWEEP), 20)
}

function now(): DateTime {
  return DateTime.fromMillis(clock.now(), { zone: 'utc' })
}
