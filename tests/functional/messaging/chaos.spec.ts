import { test } from '@japa/runner'
import { FrameFuzz } from '../../chaos/messaging/frame_fuzz.js'
import { Storm } from '../../chaos/messaging/storm.js'
import { person, socketUrl } from '../../helpers/messaging/people.js'
import { redisIsTested } from '../../unit/state/redis_server.js'

test.group('Messaging | chaos', () => {
  test('lose and double nothing on one node that is killed while sockets are cut', async ({
    assert,
  }) => {
    const storm = new Storm({ nodes: 1, clients: 10, messages: 600, groups: 3, redisAwayMs: 0 })
    const { faults, acknowledged } = await storm.run()
    assert.deepEqual({ faults, acknowledged }, { faults: [], acknowledged: 600 })
  })

  test('lose and double nothing on two nodes while Redis goes away too', async ({ assert }) => {
    const storm = new Storm({ nodes: 2, clients: 10, messages: 600, groups: 3, redisAwayMs: 1_000 })
    const { faults, acknowledged } = await storm.run()
    assert.deepEqual({ faults, acknowledged }, { faults: [], acknowledged: 600 })
  }).skip(!redisIsTested(), 'redis-server is not installed')

  test('survive random frames without a fault of its own', async ({ assert }) => {
    const [ann, bob] = [await person(), await person()]
    const fuzz = new FrameFuzz(socketUrl(), ann.token, 20_261_121, { userId: bob.user.id })
    const { faults, sent, answers } = await fuzz.run(3_000)
    assert.deepEqual(faults, [])
    assert.isAtLeast(sent, 3_000)
    assert.isAbove(answers['ack'] ?? 0, 0)
  })
})
