import { randomBytes } from 'node:crypto'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { toStored } from '#kernel/database/instant'
import { clock } from '#kernel/state/clock'
import type Document from '../models/document.js'
import DocumentOpening from '../models/document_opening.js'
import DocumentKey, { REPLACED, type KeyState } from '../models/document_key.js'

/** Never used before, and of the characters the document server takes. */
export function newEditorKey(): string {
  return randomBytes(24).toString('base64url')
}

/** Once the document has the version that is opened under it. */
export async function openKey(
  { id: documentId, editorKey, versionNo }: Pick<Document, 'id' | 'editorKey' | 'versionNo'>,
  trx: TransactionClientContract
): Promise<void> {
  const key = { documentId, editorKey, baseVersionNo: versionNo, openedAt: null }
  await DocumentKey.create({ ...key, state: 'open' }, { client: trx })
}

/**
 * Notes that somebody is let in to change what is opened under the key.
 *
 * @returns `false` when it is not the document's present key any more: nobody is to be let in under it
 */
export async function letIn({
  id: documentId,
  editorKey,
}: Pick<Document, 'id' | 'editorKey'>): Promise<boolean> {
  const open = () => DocumentKey.query().where({ documentId, editorKey, state: 'open' })
  const key = await open().first()
  if (!key || key.openedAt) return key !== null

  const openedAt = toStored(clock.now())
  const noted = await open().whereNull('openedAt').update({ openedAt })
  return Number(noted) > 0 || (await open().first()) !== null
}

/** Whether it is the document's present key still. */
export async function isOpen({ editorKey }: Pick<Document, 'editorKey'>): Promise<boolean> {
  return (await DocumentKey.findBy({ editorKey, state: 'open' })) !== null
}

/** Whether anybody was ever let in under a key. */
export async function wasOpened(
  editorKey: string,
  client?: TransactionClientContract
): Promise<boolean> {
  const { openedAt } = await DocumentKey.findByOrFail({ editorKey }, { client })
  return openedAt !== null
}

/** Somebody is inside: they were let in, though a database that was restored from a backup does not say so. */
export async function openedBefore(editorKey: string): Promise<void> {
  const unopened = DocumentKey.query().where({ editorKey }).whereNull('openedAt')
  await unopened.update({ openedAt: toStored(clock.now()) })
}

/**
 * Ends the present key and gives the document a new one: whoever opens it from now on is in another session. The
 * document has its new present version by then, and the caller saves it.
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
  const endedAt = toStored(clock.now())
  await DocumentKey.query({ client: trx }).where('editorKey', editorKey).update({ state, endedAt })
  if (REPLACED.includes(state)) return
  await DocumentOpening.query({ client: trx }).where({ editorKey }).delete()
}
