import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import { actAsSystem } from '#kernel/operator/acting'
import { SessionRegistry, type User } from '#plugins/identity/main'
import { anotherSession, online, parts, socketUrl } from '../../helpers/messaging/people.js'
import { Peer } from '../../helpers/messaging/peer.js'
import { until } from '../../helpers/until.js'

test.group('Messaging | presence of who is enabled again', () => {
  async function become(user: User, status: 'enabled' | 'disabled'): Promise<void> {
    await actAsSystem('switch a user for a test', () => user.merge({ status }).save())
    await (await app.container.make(SessionRegistry)).usersChanged([user.id])
  }

  test('is told, while a socket that was told to leave takes its time', async ({
    assert,
    cleanup,
  }) => {
    const [ann, bob] = [await online(), await online()]
    const { connections } = await parts()
    const isLeaving = () => [...connections.ofUser(bob.user.id)].every(({ open }) => !open)
    bob.peer.ws.pause()
    cleanup(() => bob.peer.ws.terminate())
    await become(bob.user, 'disabled')
    await until(isLeaving)
    assert.equal(connections.ofUser(bob.user.id).size, 1)

    const userIds = [bob.user.id]
    const { users } = await ann.peer.ask({ type: 'presence', userIds, watch: true })
    assert.isFalse(users[0].online)
    await become(bob.user, 'enabled')
    const told = ann.peer.next(({ type, id }) => type === 'presence' && id === undefined)
    const again = await Peer.open(socketUrl(), await anotherSession(bob.user))
    assert.containsSubset((await told).users, [{ userId: bob.user.id, online: true }])
    await Promise.all([ann.peer.close(), again.close()])
  })
})
