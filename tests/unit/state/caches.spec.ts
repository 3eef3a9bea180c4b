import { test } from '@japa/runner'
import { clock, ExpiringMap, VersionedCache } from '#kernel/state/main'

test.group('State | versioned cache', (group) => {
  group.each.teardown(() => clock.restore())

  test('keep a fact while its stamp is unchanged', ({ assert }) => {
    const cache = new VersionedCache<string>(10)
    cache.set('a', 'stamp 1', 'fact')
    assert.equal(cache.get('a', 'stamp 1'), 'fact')
    assert.isUndefined(cache.get('b', 'stamp 1'))
  })

  test('drop a fact of another stamp for good', ({ assert }) => {
    const cache = new VersionedCache<string>(10)
    cache.set('a', 'stamp 1', 'fact')
    assert.isUndefined(cache.get('a', 'stamp 2'))
    assert.isUndefined(cache.get('a', 'stamp 1'))
    assert.equal(cache.size, 0)
  })

  test('neither keep nor answer anything without a stamp', ({ assert }) => {
    const cache = new VersionedCache<string>(10)
    cache.set('a', null, 'fact')
    assert.equal(cache.size, 0)
    cache.set('a', 'stamp 1', 'fact')
    assert.isUndefined(cache.get('a', null))
    assert.equal(cache.get('a', 'stamp 1'), 'fact')
  })

  test('drop a fact after a minute whatever its stamp says', ({ assert }) => {
    const cache = new VersionedCache<string>(10)
    cache.set('a', 'stamp 1', 'fact')
    clock.travel(59_000)
    assert.equal(cache.get('a', 'stamp 1'), 'fact')
    clock.travel(1001)
    assert.isUndefined(cache.get('a', 'stamp 1'))
  })

  test('hold no more than its capacity, the most recently used', ({ assert }) => {
    const cache = new VersionedCache<number>(3)
    for (const number of [1, 2, 3]) cache.set(`${number}`, 's', number)
    cache.get('1', 's')
    cache.set('4', 's', 4)
    assert.equal(cache.size, 3)
    assert.isUndefined(cache.get('2', 's'))
    assert.equal(cache.get('1', 's'), 1)
  })
})

test.group('State | expiring map', (group) => {
  group.each.teardown(() => clock.restore())

  test('end each entry by itself', ({ assert }) => {
    const map = new ExpiringMap<number>()
    map.set('short', 1, 10)
    map.set('long', 2, 1000)
    clock.travel(11)
    assert.isUndefined(map.get('short'))
    assert.equal(map.get('long'), 2)
  })

  test('not grow by what has ended', ({ assert }) => {
    const map = new ExpiringMap<number>()
    for (let round = 0; round < 20; round++) {
      for (let entry = 0; entry < 1000; entry++) map.set(`${round}.${entry}`, entry, 10)
      clock.travel(11)
    }
    assert.isBelow(map.size, 4000)
  })

  test('forget the eldest beyond its capacity, never the latest', ({ assert }) => {
    const map = new ExpiringMap<number>(2000)
    for (let entry = 0; entry < 10_000; entry++) map.set(`${entry}`, entry, 60_000)
    assert.isAtMost(map.size, 2001)
    assert.equal(map.get('9999'), 9999)
    assert.isUndefined(map.get('0'))
  })
})
