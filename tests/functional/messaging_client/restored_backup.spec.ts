import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import {
  MemoryPositions,
  PositionError,
  StoredPositions,
  type Message,
  type PositionStore,
} from '../../../clients/messaging/src/index.js'
import { clock } from '#kernel/state/clock'
import { Notifier } from '#plugins/messaging/main'
import { ConversationBackup } from '../../helpers/messaging/backup.js'
import { Chatter } from '../../helpers/messaging/client.js'
import { eventually, person, socketUrl, type Person } from '../../helpers/messaging/people.js'
import { Peer } from '../../helpers/messaging/peer.js'
import { Relay } from '../../helpers/relay.js'

const relayed = () => Relay.to(process.env.HOST!, Number(process.env.PORT))
const named = (word: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${word} ${index + 1}`)

/** One after another, so that their order is known. */
async function tell({ user }: Person, titles: readonly string[]): Promise<void> {
  const notifier = await app.container.make(Notifier)
  for (const title of titles) await notifier.send([user.id], { title, body: '' })
}

/** A client behind a way that can be cut, what it heard, and the backup that was made after the first notice. */
async function heardSix(positions: PositionStore) {
  const relay = await relayed()
  const someone = await person()
  const options = { positions, baseUrl: `http://127.0.0.1:${relay.port}` }
  const open = () => hearing(Chatter.of(someone.token, options))
  const first = open()
  await first.chat.online()
  await tell(someone, ['lasting'])
  await eventually(() => first.heard.length === 1)
  const { conversationId } = first.heard[0]!
  const backup = await ConversationBackup.of(conversationId)
  await tell(someone, named('lost', 5))
  await eventually(() => first.heard.length === 6)
  return { someone, relay, open, ...first, conversationId, backup }
}

function hearing(chat: Chatter) {
  const heard: Message[] = []
  chat.client.on('notice', (notice) => void heard.push(notice))
  const titles = () => heard.map(({ content }) => (content as { title: string }).title)
  return { chat, heard, titles }
}

/** Of `localStorage`, what is used. */
function browser() {
  const kept = new Map<string, string>()
  return {
    get length() {
      return kept.size
    },
    key: (index: number) => [...kept.keys()][index] ?? null,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  }
}

test.group('Messaging client | restored backup', (group) => {
  group.each.teardown(() => clock.restore())

  for (const [count, where] of [
    [3, 'below'],
    [5, 'up to'],
    [9, 'beyond'],
  ] as const) {
    test(`hear once what was numbered anew ${where} the position, in a client that stays open`, async ({
      assert,
      cleanup,
    }) => {
      const { someone, relay, chat, heard, titles, backup } = await heardSix(new MemoryPositions())
      cleanup(async () => {
        chat.client.close()
        await relay.close()
      })
      relay.cut()
      await eventually(() => chat.client.state !== 'online')
      await backup.restore()
      await tell(someone, named('new', count))
      relay.restore()
      await eventually(() => chat.client.state === 'online')

      assert.deepEqual(titles().slice(6), named('new', count))
      assert.deepEqual(
        heard.slice(6).map(({ seq }) => seq),
        Array.from({ length: count }, (_, index) => index + 2)
      )
      assert.isEmpty(chat.errors)
    })

    test(`hear it ${where} the position that was stored before a reload`, async ({
      assert,
      cleanup,
    }) => {
      const storage = browser()
      const { someone, relay, open, chat, backup } = await heardSix(
        new StoredPositions('im', storage)
      )
      chat.client.close()
      await backup.restore()
      await tell(someone, named('new', count))

      const second = open()
      cleanup(async () => {
        second.chat.client.close()
        await relay.close()
      })
      await second.chat.online()
      assert.deepEqual(second.titles(), named('new', count))
      second.chat.client.close()

      const third = open()
      await third.chat.online()
      third.chat.client.close()
      assert.isEmpty(third.titles())
    })
  }

  test('hear what is unread where an earlier version stored a number alone', async ({
    assert,
    cleanup,
  }) => {
    const storage = browser()
    const { someone, relay, chat, open, conversationId, backup } = await heardSix(
      new StoredPositions('im', storage)
    )
    chat.client.close()
    storage.setItem(`im.${conversationId}`, '6')
    const same = open()
    await same.chat.online()
    same.chat.client.close()
    assert.isEmpty(same.titles())

    await backup.restore()
    await tell(someone, named('new', 3))
    const second = open()
    cleanup(async () => {
      second.chat.client.close()
      await relay.close()
    })
    await second.chat.online()
    assert.deepEqual(second.titles(), ['lasting', ...named('new', 3)])
  })

  test('go online with a store that gives what is no time, and tell of it', async ({
    assert,
    cleanup,
  }) => {
    const someone = await person()
    await tell(someone, named('lasting', 2))
    const before = hearing(Chatter.of(someone.token))
    await before.chat.online()
    before.chat.client.close()
    const { conversationId } = before.heard[0]!
    const kept = [conversationId, 1, '2026-01-01 10:00:00.123'] as const
    const { chat, titles } = hearing(
      Chatter.of(someone.token, { positions: new MemoryPositions([kept]) })
    )
    cleanup(() => chat.client.close())
    await chat.online()
    assert.deepEqual(titles(), ['lasting 2'])
    assert.lengthOf(chat.errors, 1)
    assert.instanceOf(chat.errors[0], PositionError)
  })

  test('say to any client where numbers begin anew, and bring it nothing under the old ones', async ({
    assert,
    cleanup,
  }) => {
    const {
      someone,
      relay,
      chat,
      heard,
      conversationId: id,
      backup,
    } = await heardSix(new MemoryPositions())
    chat.client.close()
    const peer = await Peer.open(socketUrl(), someone.token)
    cleanup(async () => {
      await peer.close()
      await relay.close()
    })
    const { seq, createdAt } = heard.at(-1)!
    const sync = (position: object) =>
      peer.ask({ type: 'sync', conversations: [{ id, seq, ...position }] })
    assert.deepEqual((await sync({ createdAt })).anew, [])

    await backup.restore()
    await tell(someone, named('new', 8))
    assert.deepEqual((await sync({})).anew, [])
    peer.frames.length = 0
    const answer = await sync({ createdAt })
    assert.deepEqual(answer.anew, [{ id, seq: 1, createdAt: heard[0]!.createdAt }])
    assert.isFalse(answer.more)
    assert.isEmpty(answer.conversations)
    assert.isEmpty(peer.ofType('notice'))
    assert.deepEqual((await sync({ seq: 10 })).anew, [{ id, seq: 0 }])
    assert.include(await sync({ createdAt: 'yesterday' }), { type: 'error', code: 422 })
  })
})
