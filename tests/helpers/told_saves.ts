import { createHash, randomBytes } from 'node:crypto'
import type { ApiClient } from '@japa/api-client'
import type { Assert } from '@japa/assert'
import { strToU8, zipSync } from 'fflate'
import type { User } from '#plugins/identity/main'
import type { HistoryChange } from '../fakes/document_server/callback_payloads.js'
import type { Delivered, Parcel } from '../fakes/document_server/delivery.js'
import { dateDocument } from '../fakes/document_server/ooxml.js'
import { configOf, staged, versionsOf, type EditorStage } from './editor_stage.js'
import { wordBytes } from './packages.js'

const FIRST_DAY = new Date(1980, 0, 1)

export interface ToldSave {
  status?: number
  text?: string
  /** What is saved, where it is not a docx with the text. */
  bytes?: Uint8Array
  extension?: string
  /** Who changed, in this order; each begins a run of the history. */
  by?: readonly number[]
  /** Bytes of changes in the archive. */
  changed?: number
  /** When the last of them was made, as the document says. */
  changedAt?: string
  more?: Record<string, unknown>
}

type Staged = Awaited<ReturnType<typeof staged>>

export type Session = Awaited<ReturnType<typeof toldSession>>

/** A session whose saves a test words itself: made in any order, and told in any other. */
export async function toldSession(client: ApiClient, stage: EditorStage, user?: User) {
  return withSaves(stage, await staged(client, user))
}

/** Of the session that the document is opened in now. */
export async function nextSession(client: ApiClient, stage: EditorStage, session: Session) {
  const { id, owner } = session
  return withSaves(stage, { id, owner, config: await configOf(client, id, owner) })
}

export function withSaves(stage: Pick<EditorStage, 'server'>, made: Staged) {
  const { server } = stage
  const { key } = made.config.document
  const callbackUrl = made.config.editorConfig.callbackUrl!
  const folder = () => `${key}_${randomBytes(3).toString('hex')}`
  const save = ({ status = 2, by = [], more, ...file }: ToldSave) => {
    const bytes = bytesOf(file)
    const extension = file.extension ?? 'docx'
    const url = server.offer(bytes, extension, folder())
    const changes = by.map((user, run) => change(user, run))
    const archive = { 'changes0.json': strToU8('x'.repeat(file.changed ?? 10)) }
    const traces = by.length > 0 && {
      history: { serverVersion: '9.3.1', changes },
      changesurl: server.offer(zipSync(archive, { mtime: FIRST_DAY }), 'zip', folder()),
    }
    const users = [String(by.at(-1) ?? made.owner.id)]
    const payload = { key, status, url, users, filetype: extension, ...traces, ...more }
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const send = (changed: Partial<Parcel> = {}) =>
      server.sendCallback({ callbackUrl, payload, ...changed })
    return { bytes, sha256, url, payload, send }
  }
  return { ...made, callbackUrl, save }
}

function bytesOf({ bytes, text = 'Saved.', changedAt }: ToldSave): Uint8Array {
  const plain = bytes ?? wordBytes(text)
  return changedAt === undefined ? plain : dateDocument(plain, new Date(changedAt))
}

function change(user: number, run: number): HistoryChange {
  const created = `2026-11-22 10:${String(run).padStart(2, '0')}:00`
  return { documentSha256: 'f'.repeat(64), created, user: { id: String(user), name: `U${user}` } }
}

/** What the service answered. */
export function answerOf({ reply }: Delivered) {
  return { status: reply!.status, body: JSON.parse(reply!.body) }
}

/** What each version is and where it was placed, oldest first, without the one that the document began with. */
export async function placesOf(documentId: number): Promise<string[]> {
  const [, ...saved] = await versionsOf(documentId)
  return saved.map(({ kind, placement }) => `${kind} ${placement}`)
}

type Refused = readonly [status: number, reason: string]

/** It was refused, and nothing but what the document began with is there. */
export async function assertRefused(
  assert: Assert,
  id: number,
  delivered: Promise<Delivered>,
  [status, reason]: Refused = [403, 'E_EDITOR_TOKEN']
): Promise<void> {
  const body = { error: 1, code: status, data: { reason } }
  assert.containsSubset(answerOf(await delivered), { status, body })
  assert.lengthOf(await versionsOf(id), 1)
}
