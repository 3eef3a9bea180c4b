import { inject } from '@adonisjs/core'
import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { peopleAtRisk } from '../sessions/people_at_risk.js'
import type { SessionKey } from '../sessions/session_state.js'
import type Document from '../models/document.js'
import DocumentKey from '../models/document_key.js'
import DocumentVersion from '../models/document_version.js'
import { contributorsOf } from '../notices/contributors.js'
import { UntoldWork } from '../recovery/untold_work.js'
import { isUndone } from '../saves/kept_saves.js'
import { hasContentOf } from '../saves/same_content.js'
import { replaceKey } from '../versions/document_keys.js'
import { noteInLog } from '../versions/document_log.js'
import { lockedDocument } from '../versions/locked_document.js'
import { baseOfSession } from '../versions/session_base.js'
import { historyIn } from '../versions/version_history.js'

type Transaction = TransactionClientContract

interface TakenBackSession {
  key: DocumentKey
  present: DocumentVersion
  /** What it began with; `null`: not known. */
  base: DocumentVersion | null
}

/**
 * Sessions that are closed without changes although they had saves. The document server says so where all of it was
 * undone; and that is how it looks, too, where it has lost the rest. So what was saved stays present, and the document
 * is opened from it: over there the old key still shows the document as it was before.
 */
@inject()
export class TakenBack {
  constructor(private readonly untold: UntoldWork) {}

  /** Before it is forgotten who was inside. */
  async note({ id, editorKey }: SessionKey): Promise<void> {
    if (!(await DocumentVersion.described().where({ documentId: id, editorKey }).first())) return
    const isNoted = await db.transaction(async (trx) => {
      const document = await lockedDocument(id, trx)
      const session = await sessionOf(document, editorKey, trx)
      if (session) await record(document, session, trx)
      return session !== null
    })
    if (isNoted) await this.untold.of(editorKey)
  }
}

/** `null` where nothing present is of the session, or it is what the session began with, be it once all was taken back. */
async function sessionOf(
  document: Document,
  editorKey: string,
  trx: Transaction
): Promise<TakenBackSession | null> {
  if (document.editorKey !== editorKey) return null
  const present = await versionOf(document, document.versionNo, trx)
  if (present?.editorKey !== editorKey) return null
  const key = await DocumentKey.findByOrFail({ editorKey }, { client: trx })
  const base = await baseOfSession(editorKey, trx)
  const isBase = base && hasContentOf(base, present)
  return isBase || (await isUntouched(editorKey, trx)) ? null : { key, present, base }
}

/** Nothing was ever saved of it but saves in which all had been taken back. */
async function isUntouched(editorKey: string, trx: Transaction): Promise<boolean> {
  const saves = await DocumentVersion.described({ client: trx }).where({ editorKey })
  return saves.every(isUndone)
}

async function record(
  document: Document,
  { key, present, base }: TakenBackSession,
  trx: Transaction
): Promise<void> {
  const userIds = await peopleOf(key, present, trx)
  const detail = { keyId: key.id, userIds, began: base?.no ?? null }
  await noteInLog(document.id, { action: 'closed_unsaved', versionNo: present.no, detail }, trx)
  await replaceKey(document, 'taken_back', trx)
  await document.useTransaction(trx).save()
}

/** Who was inside since, and whose work it is: what was saved on the way may come after the word of the end. */
async function peopleOf(
  key: DocumentKey,
  present: DocumentVersion,
  trx: Transaction
): Promise<number[]> {
  const { authorId, concerned } = present
  const history = historyIn(await present.loadHistory(trx))
  const inside = await peopleAtRisk(key, trx)
  return [...new Set([...inside, ...contributorsOf({ authorId, concerned, history })])]
}

function versionOf({ id: documentId }: Document, no: number, trx: Transaction) {
  return DocumentVersion.described({ client: trx }).where({ documentId, no }).first()
}
