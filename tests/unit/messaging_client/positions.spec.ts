import { test } from '@japa/runner'
import { StoredPositions } from '../../../clients/messaging/src/index.js'

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
})
