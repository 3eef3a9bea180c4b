import { test } from '@japa/runner'
import { HeldCourier } from '#tests/fakes/document_server/held_courier'

test.group('Document server | errands that are kept back', () => {
  test('leave the others waiting where one is let go twice', async ({ assert }) => {
    const courier = new HeldCourier()
    courier.holds = () => true
    const [first, second] = ['a', 'b'].map((key) => courier.carry({ key, status: 6, attempt: 1 }))
    const [one] = courier.held
    one!.release('answer_lost')
    one!.release()
    assert.deepEqual(
      courier.held.map(({ key }) => key),
      ['b']
    )
    assert.equal(await first, 'answer_lost')
    courier.held[0]!.release()
    assert.equal(await second, 'delivered')
  })
})
