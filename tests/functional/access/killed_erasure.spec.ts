import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import { toStored } from '#kernel/database/instant'
import { clock } from '#kernel/state/clock'
import { makeOperator } from '../../helpers/accounts.js'
import { eventually } from '../../helpers/deadline.js'
import { ServiceProcess } from '../../helpers/service_process.js'

const MESSAGES = 3_000
const SHARED = ['SQLITE_PATH', 'STORAGE_ROOT']

/** A service on the database of this test. */
function service(): Promise<ServiceProcess> {
  const shared = SHARED.flatMap((key) => (process.env[key] ? [[key, process.env[key]]] : []))
  return ServiceProcess.start(Object.fromEntries(shared) as Record<string, string>)
}

async function erase(running: ServiceProcess, id: number): Promise<void> {
  const password = process.env.ADMIN_PASSWORD!
  const login = await running.post('/app/auth/login', { username: 'admin', password })
  const { data } = (await login.json()) as { data: { accessToken: string } }
  const headers = { authorization: `Bearer ${data.accessToken}` }
  await fetch(`${running.url}/app/system/users/${id}/personal-data`, { method: 'DELETE', headers })
}

async function plantMessages(senderId: number): Promise<number> {
  const created = { created_at: toStored(clock.now()) }
  const { id: other } = await makeOperator()
  const pair = { type: 'direct', pair_key: `${senderId}:${other}`, last_seq: MESSAGES }
  await db.table('conversations').insert({ ...pair, ...created })
  const { id } = await db.from('conversations').where('pair_key', pair.pair_key).firstOrFail()
  const rows = Array.from({ length: MESSAGES }, (_, index) => ({
    conversation_id: id,
    seq: index + 1,
    client_message_id: `planted-${index}`,
    sender_id: senderId,
    content_type: 'text',
    content: '"a word"',
    ...created,
  }))
  for (let from = 0; from < rows.length; from += 500)
    await db.table('messages').multiInsert(rows.slice(from, from + 500))
  const members = [senderId, other].map((user_id) => ({ conversation_id: id, user_id, ...created }))
  await db.table('conversation_members').multiInsert(members)
  return Number(id)
}

async function erasureOf(userId: number) {
  const row = await db.from('erasures').where('user_id', userId).first()
  const counts = row && (JSON.parse(row.counts) as { messaging?: { messages?: number } })
  return { isDone: Boolean(row?.erased_at), messages: counts?.messaging?.messages ?? 0 }
}

test.group('Access | erasure in a process that is killed', () => {
  test('is gone on with by the next, and each row counted once', async ({ assert, cleanup }) => {
    const { id } = await makeOperator()
    const conversationId = await plantMessages(id)
    const first = await service()
    const asked = erase(first, id).catch(() => undefined)
    await eventually('some are erased', async () => (await erasureOf(id)).messages > 0)
    await first.stop('SIGKILL')
    await asked
    const { isDone, messages } = await erasureOf(id)
    assert.isFalse(isDone)
    assert.isBelow(messages, MESSAGES)

    const second = await service()
    cleanup(() => second.stop().then(() => undefined))
    await erase(second, id)
    assert.deepEqual(await erasureOf(id), { isDone: true, messages: MESSAGES })
    const left = db.from('messages').where('conversation_id', conversationId)
    assert.lengthOf(await left.clone().where('content', 'null'), MESSAGES)
    assert.lengthOf(
      await db.from('message_recalls').where('conversation_id', conversationId),
      MESSAGES
    )
  }).timeout(240_000)
})
