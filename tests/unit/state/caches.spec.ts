import { test } from '@japa/runner'
import { clock, VersionedCache } from '#kernel/state/main'

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
