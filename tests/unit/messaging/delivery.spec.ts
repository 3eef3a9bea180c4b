import { test } from '@japa/runner'
import logger from '@adonisjs/core/services/logger'
import { Delivery } from '../../../app/plugins/messaging/delivery/delivery.js'
import { FrameWriter } from '../../../app/plugins/messaging/delivery/frame_writer.js'
import type { FanOut } from '../../../app/plugins/messaging/delivery/fan_out.js'
import type { MessageLog, Span } from '../../../app/plugins/messaging/delivery/message_log.js'
import type { Parcel } from '../../../app/plugins/messaging/delivery/parcel.js'
import type { Rosters } from '../../../app/plugins/messaging/rosters/rosters.js'
import { until } from '../../helpers/until.js'

const parcel = (seq: number): Parcel => ({
  conversationId: 1,
  seq,
  memberVersion: 1,
  frame: `live ${seq}`,
  origin: null,
})

/** A delivery whose database holds everything that was ever sent. */
function stage({ recent = [] as number[], rosterKept = true, costMs = 0 } = {}) {
  const delivered: number[] = []
  const asked: Span[] = []
  const roster = { conversationId: 1, type: 'group', ownerId: null, version: 1, members: new Map() }
  const stored = (seq: number) => ({
    conversationId: 1,
    seq,
    contentType: 'text',
    content: '1',
    mentions: null,
    recalledAt: null,
  })
  const rosters = {
    peek: () => (rosterKept ? roster : undefined),
    get: async () => roster,
  } as unknown as Rosters
  const log = {
    span: async (span: Span) => {
      asked.push(span)
      const { after, upTo } = span
      return Array.from({ length: upTo - after }, (_, index) => stored(after + 1 + index))
    },
    recentBefore: async () => recent.map(stored),
  } as unknown as MessageLog
  const work = () => {
    const end = performance.now() + costMs
    while (performance.now() < end);
  }
  function* deliver({ seq }: Parcel) {
    work()
    yield delivered.push(seq)
  }
  const fanOut = { deliver } as unknown as FanOut
  const delivery = new Delivery(rosters, log, fanOut, new FrameWriter(logger), logger)
  const tell = (sign: number) =>
    delivery.tell(1, function* () {
      yield delivered.push(sign)
    })
  return { delivery, delivered, asked, tell }
}

test.group('Messaging | delivery', () => {
  test('deliver in order what comes in order, at once', ({ assert }) => {
    const { delivery, delivered } = stage()
    for (const seq of [1, 2, 3]) delivery.offer(parcel(seq))
    assert.deepEqual(delivered, [1, 2, 3])
  })

  test('put back into order what overtook, without asking the database', async ({ assert }) => {
    const { delivery, delivered, asked } = stage()
    for (const seq of [1, 3, 4, 2, 6, 5]) delivery.offer(parcel(seq))
    await until(() => delivered.length >= 6)
    assert.deepEqual(delivered, [1, 2, 3, 4, 5, 6])
    assert.lengthOf(asked, 0)
  })

  test('read what never comes from the database', async ({ assert }) => {
    const { delivery, delivered, asked } = stage()
    for (const seq of [1, 5]) delivery.offer(parcel(seq))
    await until(() => delivered.length >= 5)
    assert.deepEqual(delivered, [1, 2, 3, 4, 5])
    assert.deepEqual(asked, [{ conversationId: 1, after: 1, upTo: 4 }])
  })

  test('deliver what came twice once', async ({ assert }) => {
    const { delivery, delivered } = stage()
    for (const seq of [1, 2, 2, 1, 4, 4, 3, 3]) delivery.offer(parcel(seq))
    await until(() => delivered.length >= 4)
    assert.deepEqual(delivered, [1, 2, 3, 4])
  })

  test('begin where it first hears of a conversation, with what is recent', async ({ assert }) => {
    const { delivery, delivered } = stage({ recent: [98, 99] })
    delivery.offer(parcel(100))
    delivery.offer(parcel(99))
    delivery.offer(parcel(101))
    await until(() => delivered.length >= 4)
    assert.deepEqual(delivered, [98, 99, 100, 101])
  })

  test('keep the order while members are being read', async ({ assert }) => {
    const { delivery, delivered } = stage({ rosterKept: false })
    for (const seq of [1, 2, 3, 4]) delivery.offer(parcel(seq))
    await until(() => delivered.length >= 4)
    assert.deepEqual(delivered, [1, 2, 3, 4])
  })
})

const SIGN = 1_000

test.group('Messaging | signs beside messages', () => {
  test('come at once where nothing waits', ({ assert }) => {
    const { delivery, delivered, tell } = stage()
    delivery.offer(parcel(1))
    void tell(SIGN)
    assert.deepEqual(delivered, [1, SIGN])
  })

  test('come behind the messages that wait, and before those that come later', async ({
    assert,
  }) => {
    const { delivery, delivered, tell } = stage({ costMs: 6 })
    for (const seq of [1, 2, 3]) delivery.offer(parcel(seq))
    const told = tell(SIGN)
    delivery.offer(parcel(4))
    void tell(SIGN + 1)
    await told
    assert.deepEqual(delivered, [1, 2, 3, SIGN])
    await until(() => delivered.length >= 6)
    assert.deepEqual(delivered, [1, 2, 3, SIGN, 4, SIGN + 1])
  })

  test('keep their order while members are being read', async ({ assert }) => {
    const { delivery, delivered, tell } = stage({ rosterKept: false })
    delivery.offer(parcel(1))
    for (const sign of [1, 2, 3]) void tell(SIGN + sign)
    await until(() => delivered.length >= 4)
    assert.deepEqual(delivered, [1, SIGN + 1, SIGN + 2, SIGN + 3])
  })
})
