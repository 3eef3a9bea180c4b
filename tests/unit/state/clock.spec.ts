import { test } from '@japa/runner'
import { DateTime } from 'luxon'
import { Clock, clock } from '#kernel/state/clock'
import { startNode } from './node.js'

test.group('State | clock', (group) => {
  group.each.teardown(() => clock.restore())

  test('follow the shared clock', ({ assert }) => {
    const own = new Clock()
    own.correct(60_000.4)
    assert.equal(own.offset, 60_000)
    assert.approximately(own.now(), Date.now() + 60_000, 1000)
    assert.approximately(own.date().getTime(), Date.now() + 60_000, 1000)
  })

  test('travel and come back', ({ assert }) => {
    const own = new Clock()
    const elapsed = own.elapsed()
    own.travel(3_600_000)
    own.travel(1000)
    assert.approximately(own.now(), Date.now() + 3_601_000, 1000)
    assert.isAtLeast(own.elapsed() - elapsed, 3_601_000)
    own.restore()
    assert.approximately(own.now(), Date.now(), 1000)
    assert.isAtLeast(own.elapsed() - elapsed, 3_601_000)
  })

  test('stand still, travel meanwhile, and go on', ({ assert }) => {
    const own = new Clock()
    own.stop()
    const [now, elapsed] = [own.now(), own.elapsed()]
    own.travel(500)
    assert.deepEqual([own.now(), own.elapsed()], [now + 500, elapsed + 500])
    own.restore()
    assert.isAtLeast(own.elapsed(), elapsed + 500)
  })

  test('stand still also while it is measured how far the shared clock is ahead', ({ assert }) => {
    const own = new Clock()
    own.correct(20)
    own.stop()
    const now = own.now()
    own.correct(25)
    assert.equal(own.now(), now)
    assert.equal(own.offset, 25)
  })

  test('travel exactly so far while it stands still', ({ assert }) => {
    const own = new Clock()
    own.stop()
    assert.isTrue(Number.isInteger(own.elapsed()))
  })

  test('take luxon along', async ({ assert }) => {
    const node = await startNode()
    clock.travel(86_400_000)
    assert.approximately(DateTime.now().toMillis(), Date.now() + 86_400_000, 1000)
    await node.store.set('ticket', 'value', 60_000)
    clock.travel(60_001)
    assert.isNull(await node.store.get('ticket'))
    await node.close()
  })
})
