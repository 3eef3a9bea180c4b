import { buffer } from 'node:stream/consumers'
import app from '@adonisjs/core/services/app'
import { actAsSystem } from '#kernel/operator/acting'
import { FileStore, StoredFile } from '#plugins/files/main'
import DocumentLog from '../../../../../app/plugins/documents/models/document_log.js'
import { documentTexts } from '../../../../fakes/document_server/ooxml.js'
import type { History } from '../history/history.js'
import { sha256Of, type SentSave } from '../history/ledger.js'
import { readNotices, type HeardNotice } from './notices.js'

interface VersionRow {
  no: number
  kind: string
  authorId: number | null
  sha256: string
  fileType: string
  current: boolean
  beside: boolean
  restoredFrom: number | null
}

/** Kinds of versions that no editor saved. */
export const MADE_HERE = ['blank', 'upload', 'template', 'restored']

/** A version as it is downloaded. */
export interface Version extends VersionRow {
  texts: readonly string[]
  /** The saves that brought these bytes; none for what was made here. */
  saves: readonly SentSave[]
}

/** What came of a save that was written badly, and is kept with the log. */
export interface KeptFile {
  /** Whether it came of a forced save or of a last one. */
  action: string
  sha256: string
  texts: readonly string[]
}

/** All that the oracle judges by. */
export interface Evidence {
  history: History
  /** Oldest first. */
  versions: readonly Version[]
  /** Forms that were submitted: no states of the document. */
  forms: readonly Version[]
  kept: readonly KeptFile[]
  present: Version
  notices: readonly HeardNotice[]
  find(no: number): Version | undefined
}

/** Read once all is at rest: over HTTP, but for what is kept with the log. */
export async function gather(history: History): Promise<Evidence> {
  const { admin } = history.stage.people
  const rows = await admin.need<VersionRow[]>('GET', `${history.path}/versions`)
  const all: Version[] = []
  for (const row of rows.toReversed()) all.push(await versionOf(history, row))
  const [versions, forms] = [all.filter((one) => !isForm(one)), all.filter(isForm)]
  const present = all.find(({ current }) => current)
  if (!present) throw new Error('No version is the present one')

  const notices = await readNotices(history)
  const find = (no: number) => all.find((version) => version.no === no)
  return { history, versions, forms, kept: await keptOf(history.id), present, notices, find }
}

async function keptOf(documentId: number): Promise<KeptFile[]> {
  const entries = await DocumentLog.query()
    .where({ documentId })
    .whereNotNull('fileId')
    .orderBy('id', 'desc')
  const store = await app.container.make(FileStore)
  const kept: KeptFile[] = []
  for (const { action, fileId } of entries.filter(({ detail }) => detail?.part === 'content')) {
    const file = await actAsSystem('walk', () => StoredFile.findOrFail(fileId!))
    const bytes = await buffer(await store.open(file))
    const texts = file.extension === 'pdf' ? [] : documentTexts(bytes, file.extension)
    kept.push({ action, sha256: sha256Of(bytes), texts })
  }

  return kept
}

const isForm = ({ kind }: VersionRow): boolean => kind === 'submitted_form'

async function versionOf(history: History, row: VersionRow): Promise<Version> {
  const bytes = await history.contentOf(row.no)
  const sha256 = sha256Of(bytes)
  if (sha256 !== row.sha256) history.complain(`version ${row.no} is not what its hash says`)
  const texts = documentTexts(bytes, row.fileType)
  const saves = MADE_HERE.includes(row.kind) ? [] : history.ledger.savesOf(sha256)

  return { ...row, texts, saves }
}

/** What there is in the end, for whoever looks for the reason of a complaint. */
export function shown({ history, versions, forms }: Evidence): string[] {
  const files = [...versions, ...forms].map(
    ({ no, kind, beside, texts }) =>
      `version ${no}, ${kind}${beside ? ', beside' : ''}: ${texts.join(' ')}`
  )
  const saves = history.ledger.saves.map(
    ({ key, status, isAcknowledged, isContinued, texts }) =>
      `${history.nameOf(key)}, status ${status}${isAcknowledged ? '' : ', not taken'}${isContinued ? ', goes on' : ''}: ${texts.join(' ')}`
  )
  return [...saves, ...files]
}
