import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import type { ApiClient } from '@japa/api-client'
import { MemoryPositions } from '../../../clients/messaging/src/index.js'
import { neverMade } from '../../helpers/messaging/backup.js'
import { Chatter } from '../../helpers/messaging/client.js'
import { eventually, online, person, text, type Person } from '../../helpers/messaging/people.js'

const LOST_AT = '2026-01-01T00:00:00.000Z'

test.group('Messaging client | memberships that a restored backup does not have', () => {
  const as = (client: ApiClient, path: string, { token }: Pick<Person, 'token'>) =>
    client.post(`/app/im/conversations${path}`).header('authorization', `Bearer ${token}`)

  async function group(client: ApiClient, ann: Person, memberIds: number[] = []) {
    const made = await as(client, '', ann).json({ title: 'Group', memberIds })
    made.assertStatus(200)
    return (made.body().data as { id: number }).id
  }

  /** A client that comes back with such a position. */
  async function backAt(bob: Person, id: number, seq: number, createdAt?: string) {
    const positions = new MemoryPositions([[id, seq, createdAt]] as never)
    const chat = Chatter.of(bob.token, { positions })
    await chat.online()
    return { chat, positions }
  }

  for (const createdAt of [LOST_AT, undefined])
    test(`hear a conversation that is given the number of one that is gone, ${createdAt ? 'with' : 'without'} a time`, async ({
      client,
      assert,
      cleanup,
    }) => {
      const [ann, bob] = [await online(), await person()]
      const gone = await group(client, ann, [bob.user.id])
      await neverMade(gone)
      const { chat, positions } = await backAt(bob, gone, 5, createdAt)
      cleanup(async () => {
        chat.client.close()
        await ann.peer.close()
      })
      assert.deepEqual(positions.read(), [[gone, 0, undefined]])
      const id = await group(client, ann, [bob.user.id])
      assert.equal(id, gone, 'the number is given again')
      for (const content of ['1', '2', '3', '4', '5', '6'])
        await ann.peer.ask(text(content, { conversationId: id }))
      await eventually(() => chat.seqs(id).includes(6), 20_000)
      assert.deepEqual(chat.seqs(id), [1, 2, 3, 4, 5, 6])
      assert.isEmpty(chat.errors)
    })

  test('hear a group from where one is added to it again', async ({ client, assert, cleanup }) => {
    const [ann, bob] = [await online(), await person()]
    const id = await group(client, ann)
    const numbers = { last_seq: 485, removed_seq: 485 }
    await db.from('conversations').where({ id }).update(numbers)
    const { chat } = await backAt(bob, id, 500, LOST_AT)
    cleanup(async () => {
      chat.client.close()
      await ann.peer.close()
    })
    const added = await as(client, `/${id}/members`, ann).json({ userIds: [bob.user.id] })
    added.assertStatus(200)
    for (let seq = 486; seq <= 503; seq++)
      await ann.peer.ask(text(`${seq}`, { conversationId: id }))
    await eventually(() => chat.seqs(id).includes(503), 20_000)
    assert.deepEqual(
      chat.seqs(id),
      Array.from({ length: 18 }, (_, index) => 486 + index)
    )
  })
})
