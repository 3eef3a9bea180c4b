import { test } from '@japa/runner'
import {
  MessagingClient,
  StoredPositions,
  type PositionStore,
} from '../../../clients/messaging/src/index.js'
import { readPositions } from '../../../clients/messaging/src/read_positions.js'

/** Of `localStorage`, what is used. */
function storage(entries: Record<string, string>) {
  const kept = new Map(Object.entries(entries))
  return {
    get length() {
      return kept.size
    },
    key: (index: number) => [...kept.keys()][index] ?? null,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  }
}

test.group('Messaging client | stored positions', () => {
  test('be read as they were written, and only those of the same prefix', ({ assert }) => {
    const browser = storage({ 'user 2.7': '9', 'theme': 'dark', 'user 1.x': 'y' })
    const positions = new StoredPositions('user 1', browser)
    positions.write(7, 3)
    positions.write(8, 1)
    positions.write(7, 4)
    assert.deepEqual(new StoredPositions('user 1', browser).read(), [
      [7, 4],
      [8, 1],
    ])
  })

  test('keep when the message was made, and read what earlier versions wrote', ({ assert }) => {
    const browser = storage({ 'user 1.6': '9' })
    const positions = new StoredPositions('user 1', browser)
    positions.write(7, 3, '2026-01-01T00:00:00.000Z')
    assert.deepEqual(positions.read(), [
      [6, 9],
      [7, 3, '2026-01-01T00:00:00.000Z'],
    ])
  })
})

/** A store that gives anything. */
const giving = (...kept: unknown[]): PositionStore => ({
  read: () => kept as never,
  write: () => undefined,
})

test.group('Messaging client | positions of any store', () => {
  test('be taken in the forms that databases give', ({ assert }) => {
    const at = '2026-01-01T10:00:00.123Z'
    const { positions, faults } = readPositions(
      giving(
        ...[
          [1, 2, at],
          ['3', 4n, new Date(at)],
          [5, 6, null],
          [7, 0],
        ],
        [8, 9, '2026-01-01T11:00:00.123456+01:00']
      )
    )
    assert.deepEqual(positions, [
      [1, 2, at],
      [3, 4, at],
      [5, 6],
      [7, 0],
      [8, 9, at],
    ])
    assert.isEmpty(faults)
  })

  test('go without a time that is none, and tell of it: {$self}')
    .with(['2026-01-01 10:00:00.123', 'yesterday', '', new Date(Number.NaN), {}])
    .run(({ assert }, createdAt) => {
      const { positions, faults } = readPositions(giving([1, 2, createdAt], [3, 4]))
      assert.deepEqual(positions, [
        [1, 2],
        [3, 4],
      ])
      assert.lengthOf(faults, 1)
      assert.equal(faults[0]!.name, 'PositionError')
    })

  test('say at once what a store may not give: {name}')
    .with([
      { name: 'nothing', read: () => undefined },
      { name: 'a promise', read: () => Promise.resolve([]) },
      { name: 'no list', read: () => ({}) },
      {
        name: 'a fault',
        read: () => {
          throw new Error('the store is closed')
        },
      },
    ])
    .run(({ assert }, { read }) => {
      const store = { read, write: () => undefined } as unknown as PositionStore
      const make = () =>
        new MessagingClient({ baseUrl: '', accessToken: () => '', positions: store })
      assert.throws(make, /store of positions/)
    })

  test('leave out what is none, and tell of it', ({ assert }) => {
    const none = [null, undefined, 7, {}, [], [0, 1], [1, -1], [1, 1.5], [1, '1.5'], [1, null]]
    const { positions, faults } = readPositions(
      giving(...none, [1, 2 ** 31], [2 ** 31, 1], ['x', 1], [6, 7])
    )
    assert.deepEqual(positions, [[6, 7]])
    assert.lengthOf(faults, none.length + 3)
  })
})
