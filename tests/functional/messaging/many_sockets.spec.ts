import { setImmediate } from 'node:timers/promises'
import db from '@adonisjs/lucid/services/db'
import { toStored } from '#kernel/database/instant'
import { clock } from '#kernel/state/clock'
import { test } from '@japa/runner'
import { recalledFrame } from '../../../app/plugins/messaging/delivery/recalled_frame.js'
import type { Connection } from '../../../app/plugins/messaging/gateway/connection.js'
import type { StoredMessage } from '../../../app/plugins/messaging/writing/stored_message.js'
import { parts, person } from '../../helpers/messaging/people.js'
import { Patience } from '../../helpers/patience.js'
import { until } from '../../helpers/until.js'

const SOCKETS = 300
const COST_MS = 0.2
/** What five milliseconds of a turn are good for, and as much again for what a machine under load takes. */
const MOST_IN_A_TURN = (2 * 5) / COST_MS

let firstUser = 9_000_000

interface Shown {
  type: string
  seq?: number
  message?: { seq: number }
  users?: { online: boolean }[]
  [member: string]: unknown
}

/** The header of a short frame takes two bytes, that of a longer one four. */
function frameIn(written: Buffer) {
  const text = written.subarray(written[1] === 126 ? 4 : 2).toString()
  return JSON.parse(text) as Shown
}

/** A group of people of whom each has a socket that takes its time. */
async function crowd() {
  const { connections } = await parts()
  const created = { created_at: toStored(clock.now()) }
  const group = { type: 'group', title: 'G', member_version: 1, ...created }
  const [row] = await db.table('conversations').insert(group).returning('id')
  const conversationId = Number((row as { id?: number }).id ?? row)
  const userIds = Array.from({ length: SOCKETS }, () => (firstUser += 1))
  const members = userIds.map((userId) => ({
    ...{ conversation_id: conversationId, user_id: userId, ...created },
  }))
  for (let from = 0; from < SOCKETS; from += 100)
    await db.table('conversation_members').multiInsert(members.slice(from, from + 100))
  const seen = { written: 0 }
  const sockets = userIds.map((userId) => slowSocket(userId, seen))
  for (const socket of sockets) {
    connections.add(socket.connection)
    connections.enlist(socket.connection)
  }
  const leave = () => sockets.forEach(({ connection }) => connections.remove(connection))
  return { conversationId, userIds, sockets, seen, leave }
}

function slowSocket(userId: number, seen: { written: number }) {
  const frames: ReturnType<typeof frameIn>[] = []
  const write = (frame: Buffer) => {
    const end = performance.now() + COST_MS
    while (performance.now() < end);
    frames.push(frameIn(frame))
    seen.written += 1
  }
  const operator = { id: userId }
  const connection = {
    ...{ operator, admission: { operator, sessionId: userId }, open: true, watched: null, write },
    send: (frame: object) => write(Buffer.from(`\u0000\u0000${JSON.stringify(frame)}`)),
  } as unknown as Connection
  return { connection, frames }
}

/** The most that was written in one turn of the loop, until so much is written. */
async function mostInATurn(seen: { written: number }, all: number): Promise<number> {
  let [most, before] = [0, seen.written]
  const patience = new Patience(60_000)
  while (seen.written < all && !patience.isOver) {
    await setImmediate()
    most = Math.max(most, seen.written - before)
    before = seen.written
  }
  return most
}

function messageIn(conversationId: number, seq: number): StoredMessage {
  const at = clock.date().toISOString()
  return {
    ...{ id: conversationId * 1_000 + seq, conversationId, seq, clientMessageId: `m${seq}` },
    ...{ senderId: 1, contentType: 'text', content: '"hi"', replyTo: null, mentions: null },
    ...{ createdAt: at, recalledAt: null },
  } as StoredMessage
}

test.group('Messaging | frames for very many sockets', () => {
  for (const type of ['message', 'recalled', 'typing', 'to users'])
    test(`leave others their turn: ${type}`, async ({ assert, cleanup }) => {
      const { conversationId, userIds, seen, leave } = await crowd()
      cleanup(leave)
      const { postOffice, rosters } = await parts()
      await rosters.get(conversationId)
      const message = messageIn(conversationId, 1)
      const turns = mostInATurn(seen, SOCKETS)
      if (type === 'message') postOffice.post([{ message, memberVersion: 1, origin: null }])
      if (type === 'recalled')
        void postOffice.tell({ conversationId, frame: recalledFrame(message) })
      if (type === 'typing')
        void postOffice.tell({ conversationId, frame: { type: 'typing', conversationId } })
      if (type === 'to users') void postOffice.tell({ users: userIds, frame: { type: 'any' } })
      assert.isAtMost(await turns, MOST_IN_A_TURN)
    })

  test('leave others their turn: presence, and in order', async ({ assert, cleanup }) => {
    const { sockets, seen, leave } = await crowd()
    cleanup(leave)
    const { bus } = await parts()
    const { user } = await person()
    for (const { connection } of sockets) connection.watched = new Set([user.id])
    const tell = (online: boolean) =>
      bus.publish('messaging.presence', { userId: user.id, online, lastSeen: null })
    await tell(true)
    await mostInATurn(seen, SOCKETS)
    const turns = mostInATurn(seen, 3 * SOCKETS)
    await tell(false)
    await tell(true)
    assert.isAtMost(await turns, MOST_IN_A_TURN)
    for (const { frames } of sockets)
      assert.deepEqual(
        frames.map(({ users }) => users?.[0]?.online),
        [true, false, true]
      )
  })

  test('come to each socket in order, a recall after its message', async ({ assert, cleanup }) => {
    const { conversationId, sockets, seen, leave } = await crowd()
    cleanup(leave)
    const { postOffice, rosters } = await parts()
    await rosters.get(conversationId)
    const messages = [1, 2, 3].map((seq) => messageIn(conversationId, seq))
    const written = messages.map((message) => ({ message, memberVersion: 1, origin: null }))
    const recalledAt = clock.date().toISOString()
    postOffice.post(written)
    for (const message of messages)
      void postOffice.tell({ conversationId, frame: recalledFrame({ ...message, recalledAt }) })
    void postOffice.tell({ conversationId, frame: { type: 'typing', conversationId } })
    await until(() => seen.written >= 7 * SOCKETS)
    for (const { frames } of sockets)
      assert.deepEqual(
        frames.map(({ type, message, seq }) => `${type} ${message?.seq ?? seq ?? ''}`.trim()),
        [
          ...['message 1', 'message 2', 'message 3'],
          ...['recalled 1', 'recalled 2', 'recalled 3', 'typing'],
        ]
      )
  })
})
