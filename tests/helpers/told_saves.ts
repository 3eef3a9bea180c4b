import { createHash, randomBytes } from 'node:crypto'
import type { ApiClient } from '@japa/api-client'
import { strToU8, zipSync } from 'fflate'
import type { HistoryChange } from '../fakes/document_server/callback_payloads.js'
import { dateDocument } from '../fakes/document_server/ooxml.js'
import { configOf, staged, type EditorStage } from './editor_stage.js'
import { wordBytes } from './packages.js'

const FIRST_DAY = new Date(1980, 0, 1)

export interface ToldSave {
  status?: number
  text: string
  /** Who changed, in this order; each begins a run of the history. */
  by?: readonly number[]
  /** Bytes of changes in the archive. */
  changed?: number
  /** When the last of them was made, as the document says. */
  changedAt?: string
  more?: Record<string, unknown>
}

export type Session = Awaited<ReturnType<typeof toldSession>>

/** A session whose saves a test words itself: made in any order, and told in any other. */
export async function toldSession(client: ApiClient, stage: EditorStage) {
  const { id, owner, config } = await staged(client)
  return { id, owner, config, ...savesOf(stage, config.document.key, callbackOf(config)) }
}

/** Of the session that the document is opened in now. */
export async function nextSession(client: ApiClient, stage: EditorStage, session: Session) {
  const config = await configOf(client, session.id, session.owner)
  return { ...session, config, ...savesOf(stage, config.document.key, callbackOf(config)) }
}

function callbackOf(config: { editorConfig: { callbackUrl?: string } }): string {
  return config.editorConfig.callbackUrl!
}

function savesOf(stage: EditorStage, key: string, callbackUrl: string) {
  const { server } = stage
  const folder = () => `${key}_${randomBytes(3).toString('hex')}`
  const save = ({ status = 2, text, by = [], changed = 10, changedAt, more = {} }: ToldSave) => {
    const plain = wordBytes(text)
    const bytes = changedAt === undefined ? plain : dateDocument(plain, new Date(changedAt))
    const changes = by.map((user, run) => change(user, run))
    const archive = { 'changes0.json': strToU8('x'.repeat(changed)) }
    const traces =
      by.length === 0
        ? {}
        : {
            history: { serverVersion: '9.3.1', changes },
            changesurl: server.offer(zipSync(archive, { mtime: FIRST_DAY }), 'zip', folder()),
          }
    const users = [String(by.at(-1) ?? 1)]
    const url = server.offer(bytes, 'docx', folder())
    const payload = { key, status, url, users, filetype: 'docx', ...traces, ...more }
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const send = (headers?: Record<string, string>) =>
      server.sendCallback({ callbackUrl, payload, headers })
    return { bytes, sha256, send }
  }
  return { save }
}

function change(user: number, run: number): HistoryChange {
  const created = `2026-11-22 10:${String(run).padStart(2, '0')}:00`
  return { documentSha256: 'f'.repeat(64), created, user: { id: String(user), name: `U${user}` } }
}
