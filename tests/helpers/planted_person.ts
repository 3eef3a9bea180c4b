import { randomBytes } from 'node:crypto'
import type { ApiClient } from '@japa/api-client'
import app from '@adonisjs/core/services/app'
import db from '@adonisjs/lucid/services/db'
import { toStored } from '#kernel/database/main'
import { clock } from '#kernel/state/main'
import { Notifier } from '#plugins/messaging/main'
import { logIn, makeOperator, PASSWORD } from './accounts.js'
import { Peer } from './messaging/peer.js'
import { person, socketUrl, text } from './messaging/people.js'

const AGENT = 'user-agent'

/** Somebody of whom every plugin keeps something, each of it with `mark` in it, and somebody whom they deal with. */
export async function plantedPerson(client: ApiClient) {
  const mark = `mark${randomBytes(6).toString('hex')}`
  const user = await makeOperator({
    username: `user-${mark}`,
    nickname: `Ann ${mark}`,
    email: `${mark}@example.org`,
    phone: mark,
    avatar: `/avatars/${mark}.png`,
  })
  const { accessToken: token } = await logIn(client, user.username)
  const login = (password: string) =>
    client.post('/app/auth/login').header(AGENT, mark).json({ username: user.username, password })
  ;(await login('wrong')).assertStatus(400)
  ;(await login(PASSWORD)).assertStatus(200)
  ;(await login('wrong')).assertStatus(400)
  const bob = await person()
  const talk = await plantTalk(client, { id: user.id, token, mark }, bob.user.id)
  const documentId = await plantDocuments(client, { id: user.id, token, mark }, bob.user.id)
  return { mark, user, token, bob, documentId, ...talk }
}

interface Planted {
  id: number
  token: string
  mark: string
}

async function plantTalk(client: ApiClient, { id, token, mark }: Planted, bobId: number) {
  const ann = await Peer.open(socketUrl(), token)
  const sent = await ann.ask({ ...text(`hello ${mark}`, { to: bobId }), clientMessageId: mark })
  const conversationId = Number(sent.conversationId)
  const withdrawn = { ...text('no', { conversationId }), clientMessageId: `${mark}-2` }
  const { seq } = await ann.ask(withdrawn)
  await ann.ask({ type: 'recall', conversationId, seq })
  const file = await upload(client, token, mark)
  const edit = { clientMessageId: `${mark}-3`, content: { text: `hello, ${mark}` } }
  await ann.ask({ type: 'edit', conversationId, seq: 1, ...edit })
  const content = { fileId: file, name: `${mark}.txt`, size: 1 }
  await ann.ask({ ...text('', { conversationId }), contentType: 'file', content })
  await upload(client, token, `alone ${mark}`)
  for (const memberIds of [[], [bobId]])
    (
      await client
        .post('/app/im/conversations')
        .bearerToken(token)
        .json({ name: memberIds.length > 0 ? 'Shared' : mark, memberIds })
    ).assertStatus(200)
  await plantBlock(id, bobId + 100_000)
  const notifier = await app.container.make(Notifier)
  await notifier.send([id], { title: `For ${mark}`, body: mark })
  await ann.close()
  return { conversationId }
}

async function plantBlock(userId: number, blockedId: number) {
  const created = { created_at: toStored(clock.now()) }
  await db.table('contact_blocks').insert({ ...created, user_id: userId, blocked_id: blockedId })
}

async function upload(client: ApiClient, token: string, words: string): Promise<number> {
  const file = { filename: `${words}.txt`, contentType: 'text/plain' }
  const response = await client
    .post('/app/files')
    .bearerToken(token)
    .file('file', Buffer.from(words), file)
  response.assertStatus(200)
  return response.body().data.id
}

async function plantDocuments(client: ApiClient, { id, token, mark }: Planted, bobId: number) {
  const made = await client
    .post('/app/document')
    .bearerToken(token)
    .json({ fileType: 'docx', title: 'Minutes' })
  made.assertStatus(200)
  const documentId = made.body().data.id as number
  ;(
    await client
      .post(`/app/document/${documentId}/shares`)
      .bearerToken(token)
      .json({ subjectType: 'user', subjectId: bobId, level: 'edit' })
  ).assertStatus(200)
  const user = { id: String(id), name: `Ann ${mark}` }
  const history = JSON.stringify({ changes: [{ created: '2026-01-01 00:00:00', user }] })
  const editing = JSON.stringify([{ id, name: `Ann ${mark}` }])
  const created = { document_id: documentId, created_at: toStored(clock.now()) }
  await db.from('documents').where('id', documentId).update({ editing })
  await db.from('document_versions').where('document_id', documentId).update({ history })
  const detail = { status: 3, users: [String(id)], history: JSON.parse(history) }
  await db
    .table('document_logs')
    .insert({ ...created, action: 'save_failed', detail: JSON.stringify(detail) })
  await db.table('document_form_data').insert({
    ...created,
    version_no: 1,
    fields: '[]',
    submitted_by: id,
    submitted_by_name: `Ann ${mark}`,
    identity: mark.slice(4),
  })
  return documentId
}
