import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import { actAsSystem } from '#kernel/acting/main'
import { clock } from '#kernel/state/main'
import { SessionRegistry } from '#plugins/identity/main'
import {
  anotherSession,
  beat,
  beatOnlyWhenTold,
  online,
  socketUrl,
} from '../../helpers/messaging/people.js'
import { Peer } from '../../helpers/messaging/peer.js'

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

test.group('Messaging | sessions', (group) => {
  group.each.setup(beatOnlyWhenTold)
  group.each.teardown(() => clock.restore())

  test('close every socket of a session that logs out, and no other', async ({
    client,
    assert,
  }) => {
    const { user, token, peer } = await online()
    const second = await Peer.open(socketUrl(), token)
    const elsewhere = await Peer.open(socketUrl(), await anotherSession(user))
    ;(await client.post('/app/auth/logout').headers(bearer(token))).assertStatus(200)

    assert.equal((await peer.closed).code, 4401)
    assert.equal((await second.closed).code, 4401)
    assert.equal((await elsewhere.ask({ type: 'ping' })).type, 'pong')
    await elsewhere.close()
  })

  test('close the sockets of a user who is disabled', async ({ assert }) => {
    const { user, peer } = await online()
    user.status = 'disabled'
    await actAsSystem('disable a user for a test', () => user.save())
    const registry = await app.container.make(SessionRegistry)
    await registry.usersChanged([user.id])
    assert.equal((await peer.closed).code, 4401)
  })

  test('close a socket when its token ends, unless it was renewed in band', async ({ assert }) => {
    const { user, peer } = await online()
    const renewed = await Peer.open(socketUrl(), await anotherSession(user))
    clock.travel(20 * 60_000)
    const fresh = await anotherSession(user)
    assert.equal((await renewed.ask({ type: 'auth', token: fresh })).type, 'ack')

    clock.travel(11 * 60_000)
    await Promise.all([renewed.ask({ type: 'ping' })])
    await beat()
    const closed = await peer.closed
    assert.include([4401, 1006], closed.code)
    assert.equal((await renewed.ask({ type: 'ping' })).type, 'pong')
    await renewed.close()
  })

  test('refuse to renew with a token of somebody else', async ({ assert }) => {
    const [ann, bob] = [await online(), await online()]
    const answer = await ann.peer.ask({ type: 'auth', token: bob.token })
    assert.containsSubset(answer, { type: 'error', code: 401 })
    assert.equal((await ann.peer.ask({ type: 'ping' })).type, 'pong')
  })
})
