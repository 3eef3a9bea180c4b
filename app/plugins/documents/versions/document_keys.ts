import { randomBytes } from 'node:crypto'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { DateTime } from 'luxon'
import { toStored } from '#kernel/database/instant'
import type Document from '../models/document.js'
import DocumentKey, { type KeyState } from '../models/document_key.js'

/** Never used before, and of the characters the document server takes. */
export function newEditorKey(): string {
  return randomBytes(24).toString('base64url')
}

export async function openKey(
  { id: documentId, editorKey }: Pick<Document, 'id' | 'editorKey'>,
  trx: TransactionClientContract
): Promise<void> {
  await DocumentKey.create({ documentId, editorKey, state: 'open' }, { client: trx })
}

/**
 * Ends the present key and gives the document a new one: whoever opens it from now on is in another session. The
 * caller saves the document.
 */
export async function replaceKey(
  document: Document,
  state: Exclude<KeyState, 'open'>,
  trx: TransactionClientContract
): Promise<void> {
  await endKey(document.editorKey, state, trx)
  document.editorKey = newEditorKey()
  document.editing = []
  await openKey(document, trx)
}

export async function endKey(
  editorKey: string,
  state: Exclude<KeyState, 'open'>,
  trx: TransactionClientContract
): Promise<void> {
  const endedAt = toStored(DateTime.utc())
  await DocumentKey.query({ client: trx }).where('editorKey', editorKey).update({ state, endedAt })
}
