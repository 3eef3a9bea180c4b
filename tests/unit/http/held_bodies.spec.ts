import { test } from '@japa/runner'
import { E_UNAVAILABLE } from '#kernel/errors/main'
import { HeldBodies } from '#kernel/http/main'

const of = (name: string, most = 2) => [{ name, most }]

test.group('HTTP | bodies that are held at once', () => {
  test('hold so many of one party, and more once one of them is gone', ({ assert }) => {
    const bodies = new HeldBodies(100)
    const { giveBack } = bodies.take(1, of('a'))
    bodies.take(1, of('a'))
    assert.throws(() => bodies.take(1, of('a')), E_UNAVAILABLE)
    giveBack()
    giveBack()
    bodies.take(1, of('a'))
    assert.equal(bodies.bytes, 2)
    assert.throws(() => bodies.take(1, of('a')), E_UNAVAILABLE)
  })

  test('leave half of the room to whoever holds nothing yet', ({ assert }) => {
    const bodies = new HeldBodies(100)
    bodies.take(40, of('a'))
    assert.throws(() => bodies.take(20, of('a')), E_UNAVAILABLE)
    bodies.take(60, of('b'))
    assert.equal(bodies.bytes, 100)
  })

  test('hold no more than there is room for, whoever comes', ({ assert }) => {
    const bodies = new HeldBodies(100)
    for (let party = 0; party < 10; party++) bodies.take(10, of(`party ${party}`))
    assert.throws(() => bodies.take(1, of('another')), E_UNAVAILABLE)
    assert.equal(bodies.bytes, 100)
  })

  test('let a body grow into the whole room while nothing else is held of its parties', ({
    assert,
  }) => {
    const bodies = new HeldBodies(100)
    const alone = bodies.take(10, of('a'))
    alone.grow(60)
    alone.grow(60)
    assert.equal(bodies.bytes, 60)
    const beside = bodies.take(30, of('b'))
    assert.throws(() => alone.grow(71), E_UNAVAILABLE)
    assert.equal(bodies.bytes, 90)
    beside.giveBack()
    alone.giveBack()
    alone.grow(100)
    assert.equal(bodies.bytes, 0)
  })
})
