import { Secret } from '@adonisjs/core/helpers'
import app from '@adonisjs/core/services/app'
import type { ApiClient } from '@japa/api-client'
import { ownRowsOf, actAsSystem } from '#kernel/acting/main'
import type { EditorConfig } from '#plugins/documents/main'
import type { User } from '#plugins/identity/main'
import { EditorSettings } from '../../app/plugins/documents/editor/editor_settings.js'
import Document from '../../app/plugins/documents/models/document.js'
import DocumentLog from '../../app/plugins/documents/models/document_log.js'
import DocumentVersion from '../../app/plugins/documents/models/document_version.js'
import EditingSession from '../../app/plugins/documents/models/editing_session.js'
import type { EditorConfiguration } from '../fakes/document_server/configuration.js'
import type { Editor } from '../fakes/document_server/editor.js'
import {
  FakeDocumentServer,
  type FakeDocumentServerOptions,
} from '../fakes/document_server/server.js'
import { makeOperator } from './accounts.js'
import { baseUrl } from './download.js'
import { openGate, type OpenGate } from './open_gate.js'

export const EDITOR_SECRET = 'a secret that both sides of the editor share'

/** The service beside a fake document server. */
export interface EditorStage {
  server: FakeDocumentServer
  gate: OpenGate
  /** Replaces settings until the next call. */
  configure(changes?: Partial<EditorConfig>): void
  close(): Promise<void>
}

/** With a gate that lets everybody do everything, unless it is told otherwise. */
export async function editorStage(options: FakeDocumentServerOptions = {}): Promise<EditorStage> {
  const { gate, shut } = openGate()
  const stage = await besideDocumentServer(options)
  const close = async () => {
    await stage.close()
    shut()
  }
  return { ...stage, gate, close }
}

/** With the permissions that people really hold. Retries come at once, unless `wait` is given. */
export async function besideDocumentServer(
  options: FakeDocumentServerOptions = {}
): Promise<Omit<EditorStage, 'gate'>> {
  const wait = async () => undefined
  const server = await FakeDocumentServer.start({ secret: EDITOR_SECRET, wait, ...options })
  const configure = (changes: Partial<EditorConfig> = {}) => {
    const settings = new EditorSettings({ ...usualSettings(server.url), ...changes })
    app.container.swap(EditorSettings, () => settings)
  }
  configure()
  await forgetSessions()
  const close = async () => {
    await server.settled()
    await server.stop()
    app.container.restore(EditorSettings)
  }
  return { server, configure, close }
}

export function usualSettings(documentServerUrl: string): EditorConfig {
  return {
    enabled: true,
    documentServerUrl,
    publicBaseUrl: baseUrl(),
    secret: new Secret(EDITOR_SECRET),
    appKey: new Secret(process.env.APP_KEY!),
    signedCallback: 'optional',
    downloadLimit: 5 * 1024 * 1024,
    unpackedLimit: 4096 * 1024 * 1024,
    downloadSeconds: 30,
    downloadIdleSeconds: 30,
    forceSaveSeconds: 30,
    probeSeconds: 20,
    settleSeconds: 0.3,
    sessionEndSeconds: 15,
    callbackSeconds: 60,
    conversionSeconds: 30,
    conversionsPerUser: 3,
    sweepMinutes: 10,
    retentionDays: 30,
    logRetentionDays: 365,
    ownReview: true,
  }
}

export type StagedConfig = EditorConfiguration & { scriptUrl: string; token: string }

export async function blank(
  client: ApiClient,
  user: User,
  { fileType = 'docx', title = 'Minutes' } = {}
): Promise<number> {
  const made = await client.post('/app/document').loginAs(user).json({ fileType, title })
  made.assertStatus(200)
  return made.body().data.id
}

/** A new blank document and what its owner opens it with. */
export async function staged(client: ApiClient, user?: User) {
  const owner = user ?? (await makeOperator())
  const id = await blank(client, owner)
  return { id, owner, config: await configOf(client, id, owner) }
}

export async function shareWith(
  client: ApiClient,
  { id, owner }: { id: number; owner: User },
  to: User,
  level: string
): Promise<void> {
  const body = { subjectType: 'user', subjectId: to.id, level }
  const shared = await client.post(`/app/document/${id}/shares`).loginAs(owner).json(body)
  shared.assertStatus(200)
}

export async function configOf(client: ApiClient, id: number, user: User): Promise<StagedConfig> {
  const response = await client.get(`/app/document/${id}/editor-config`).loginAs(user)
  response.assertStatus(200)
  return response.body().data
}

/** The same for somebody who only looks: with it the document server loads it also under a key that is used up. */
export async function lookingAt(client: ApiClient, id: number, user?: User): Promise<StagedConfig> {
  const viewing = client.get(`/app/document/${id}/editor-config`).qs({ mode: 'view' })
  return (await viewing.loginAs(user ?? (await makeOperator()))).body().data
}

/** Somebody who holds every permission, over what they own. */
export async function ownerOfRows({ gate }: EditorStage, values: Partial<User> = {}) {
  const user = await makeOperator(values)
  gate.tell(user.id, ownRowsOf(user.id))
  return user
}

const CHANGING = ['edit', 'propose', 'comment', 'fill']

/** They may do no more with documents what these verbs name. */
export function takeRights({ gate }: EditorStage, user: User, verbs = CHANGING): void {
  for (const verb of verbs) gate.tell(user.id, null, `document:document:${verb}`)
}

/** An editor that is not told to leave, as one is that does not obey. */
export async function unobeying(stage: EditorStage, config: StagedConfig): Promise<Editor> {
  stage.configure({ documentServerInternalUrl: 'http://127.0.0.1:9' })
  const editor = await stage.server.open(config)
  stage.configure()
  return editor
}

/** What other tests left behind is not looked after. */
export async function forgetSessions(): Promise<void> {
  await EditingSession.query().update({ lastStatus: null, lastUsers: null, notice: null })
  await actAsSystem('test', () =>
    Document.query().whereNot('editing', '[]').update({ editing: '[]' })
  )
}

/** The editing session in which a document is opened now. */
export async function sessionOf(id: number): Promise<EditingSession> {
  const { sessionKey } = await documentOf(id)
  return EditingSession.findByOrFail({ sessionKey })
}

/** As when nobody could know that somebody edits them. The form of the moment is the one in which Lucid stores it. */
export const layInTrash = (...ids: number[]) =>
  actAsSystem('test', () =>
    Document.query().whereIn('id', ids).update({ deletedAt: '2026-01-01 00:00:00.000' })
  )

export const documentOf = (id: number) =>
  actAsSystem('look on in a test', () => Document.findOrFail(id))

/** Oldest first. */
export const versionsOf = (documentId: number) =>
  DocumentVersion.query().where('documentId', documentId).orderBy('no')

/** What happened since it was created, oldest first. */
export async function actionsOf(documentId: number): Promise<string[]> {
  const logs = await DocumentLog.query().where('documentId', documentId).orderBy('id')
  return logs.map(({ action }) => action).filter((action) => action !== 'created')
}
