import { inject } from '@adonisjs/core'
import { Logger } from '@adonisjs/core/logger'
import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { toStored } from '#kernel/database/instant'
import { identifiersIn } from '#kernel/http/query_parameters'
import { actAsSystem } from '#kernel/operator/acting'
import { clock } from '#kernel/state/clock'
import DocumentKey from '../models/document_key.js'
import DocumentLog from '../models/document_log.js'
import DocumentOpening from '../models/document_opening.js'
import DocumentVersion from '../models/document_version.js'
import { concernedIn } from '../notices/concerned.js'
import { contributorsOf } from '../notices/contributors.js'
import { peopleEverInside } from '../sessions/people_ever_inside.js'
import { HOUR_MS } from '../spans.js'
import { lockedDocument } from '../versions/locked_document.js'
import type { VersionHistory } from '../versions/version_history.js'

/** What is longer past than this, people know by now. */
const RECENT_MS = 30 * 24 * HOUR_MS

/** So many are noted in a round: with them people are told. */
const AT_ONCE = 100

/** Its key was ended in the same transaction, so soon after the entry at most. */
const AT_ITS_END_MS = 60_000

/** So many sessions of before are looked at. */
const LOOKED_THROUGH = 20

type Transaction = TransactionClientContract

/**
 * Last saves that the document server could not write. Nodes of the first release answered that it may forget them, ended the
 * key as if it were saved, and told nobody. They are noted as this release does it: then `UntoldWork` tells of them.
 */
@inject()
export class OlderFailures {
  constructor(private readonly logger: Logger) {}

  async handle(): Promise<void> {
    await actAsSystem('note failed saves that older nodes took', async () => {
      for (const entry of await unnoted()) await this.#noteOrLater(entry)
    })
  }

  /** Whatever happens to one, the others are told of. */
  async #noteOrLater({ id, documentId }: DocumentLog): Promise<void> {
    try {
      await db.transaction(async (trx) => {
        await lockedDocument(documentId, trx)
        const entry = await DocumentLog.findOrFail(id, { client: trx })
        if (entry.detail?.keyId === undefined) await note(entry, trx)
      })
    } catch (error) {
      this.logger.error({ err: error, documentId }, 'people are told later of a failed save')
    }
  }
}

/** Entries of this release name their key; those with a file come after one without. */
function unnoted(): Promise<DocumentLog[]> {
  return DocumentLog.query()
    .where('action', 'save_failed')
    .where('createdAt', '>', toStored(clock.now() - RECENT_MS))
    .whereNull('fileId')
    .where('detail', 'not like', '%"keyId"%')
    .orderBy('id')
    .limit(AT_ONCE)
    .select('id', 'documentId')
    .exec()
}

async function note(entry: DocumentLog, trx: Transaction): Promise<void> {
  const key = await keyOf(entry, trx)
  const isToTell = key !== null && !(await isSettled(entry, key, trx))
  const contributors = key ? await contributorsTo(entry, key, trx) : []
  const kept = (await hasFile(entry, trx)) ? 'file' : 'nothing'
  const detail = { ...entry.detail, contributors, kept, keyId: key?.id ?? null }
  await entry.useTransaction(trx).merge({ detail }).save()
  if (!isToTell) return

  const { editorKey } = key
  const ended: Partial<Record<keyof DocumentKey, string>> = { state: 'failed' }
  await DocumentKey.query({ client: trx })
    .where({ editorKey })
    .update({ ...ended, goneAt: toStored(clock.now()) })
  await DocumentOpening.query({ client: trx })
    .where({ editorKey })
    .where('openedAt', '<=', toStored(entry.createdAt))
    .delete()
}

/**
 * The one that ended with it, though somebody may have come to it since; or else the document had gone on without its
 * session, which was the last one before. One that is seen to be another is left as it is.
 */
async function keyOf(entry: DocumentLog, trx: Transaction): Promise<DocumentKey | null> {
  const { documentId, createdAt } = entry
  const ended = () =>
    DocumentKey.query({ client: trx }).where({ documentId }).whereNot('state', 'open')
  const latest = toStored(+createdAt + AT_ITS_END_MS)
  const own = await ended()
    .whereBetween('endedAt', [toStored(createdAt), latest])
    .orderBy('id')
  const before = await ended()
    .where('endedAt', '<', toStored(createdAt))
    .orderBy('id', 'desc')
    .limit(LOOKED_THROUGH)
  const saved = await savedBetween(entry, latest, trx)
  const unsaved = own.filter(({ editorKey }) => !saved.has(editorKey))
  const final = unsaved.find(({ state }) => state === 'final')
  if (final) return final
  for (const key of [...unsaved, ...before]) if (!(await isOfOthers(entry, key, trx))) return key
  return unsaved[0] ?? before[0] ?? null
}

/** What they ended with is here: it did not fail. */
async function savedBetween(
  { documentId, createdAt }: DocumentLog,
  latest: string,
  trx: Transaction
): Promise<ReadonlySet<string | null>> {
  const saved = await DocumentVersion.described({ client: trx })
    .where({ documentId, kind: 'save' })
    .whereBetween('createdAt', [toStored(createdAt), latest])
  return new Set(saved.map(({ editorKey }) => editorKey))
}

/** Whether it is known who was inside by then, and whoever failed to save was not. */
async function isOfOthers(
  entry: DocumentLog,
  key: DocumentKey,
  trx: Transaction
): Promise<boolean> {
  const named = namedIn(entry)
  const inside = await peopleEverInside(key, { until: entry.createdAt, client: trx })
  return named.length > 0 && inside.length > 0 && !inside.some((id) => named.includes(id))
}

function namedIn({ operatorId: authorId, detail }: DocumentLog): number[] {
  const history = (detail?.history ?? null) as VersionHistory | null
  const users = Array.isArray(detail?.users) ? identifiersIn(detail.users) : []
  return contributorsOf({ authorId, history, concerned: users })
}

/** Something of the session has come since, or people were told: of the same failure, which came again, or of its loss. */
async function isSettled(
  { id, documentId, createdAt }: DocumentLog,
  key: DocumentKey,
  trx: Transaction
): Promise<boolean> {
  const { editorKey } = key
  const come = DocumentVersion.query({ client: trx }).where({ documentId, editorKey })
  if (await come.where('createdAt', '>', toStored(createdAt)).select('id').first()) return true
  const others = await DocumentLog.query({ client: trx })
    .where({ documentId })
    .whereNot({ id })
    .whereIn('action', ['save_failed', 'session_lost'])
    .where('detail', 'like', `%"keyId":${key.id}%`)
  return others.some(({ detail }) => detail?.keyId === key.id)
}

async function contributorsTo(
  entry: DocumentLog,
  key: DocumentKey,
  trx: Transaction
): Promise<number[]> {
  const { operatorId: authorId, detail } = entry
  const history = (detail?.history ?? null) as VersionHistory | null
  const inside = (await concernedIn({ authorId, history }, key, trx)) ?? []
  return contributorsOf({ authorId, history, concerned: [...namedIn(entry), ...inside] })
}

/** What came with it is noted next to it. */
async function hasFile({ id, documentId }: DocumentLog, trx: Transaction): Promise<boolean> {
  const next = await DocumentLog.query({ client: trx })
    .where({ documentId, action: 'save_failed' })
    .where('id', '>', id)
    .orderBy('id')
    .first()
  return next !== null && next.fileId !== null
}
