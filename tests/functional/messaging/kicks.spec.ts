import { test } from '@japa/runner'
import { Role } from '#plugins/access/main'
import type { User } from '#plugins/identity/main'
import { holder, makeDepartment, makeRole, makeUser } from '../access/support/organisation.js'
import { anotherSession, beat, parts, socketUrl } from '../../helpers/messaging/people.js'
import { Peer } from '../../helpers/messaging/peer.js'
import { until } from '../../helpers/until.js'

const KICK = 'im:online:kick'

/** A socket of somebody whom every node sees online. */
async function socketOf(user: User): Promise<Peer> {
  await beat()
  const peer = await Peer.open(socketUrl(), await anotherSession(user))
  const { presence } = await parts()
  await until(async () => (await presence.sessions()).some(({ userId }) => userId === user.id))
  return peer
}

test.group('Messaging | who ends the sessions of others', () => {
  test('ends none of who holds more than they do', async ({ client, assert }) => {
    const { caller } = await holder(client, [KICK])
    const admin = await makeUser([await Role.findByOrFail('code', 'admin')])
    const more = await makeUser([await makeRole({ permissions: ['system:menu:list'] })])
    for (const user of [admin, more]) {
      const peer = await socketOf(user)
      const refused = await caller.delete(`/app/im/online/${user.id}`)
      refused.assertStatus(403)
      assert.equal(refused.body().data.reason, 'E_FORBIDDEN')
      assert.equal((await peer.ask({ type: 'ping' })).type, 'pong')
      await peer.close()
    }
  })

  test('ends those of who holds as much, or less', async ({ client, assert }) => {
    const { caller } = await holder(client, [KICK])
    const same = await makeUser([await makeRole({ permissions: [KICK], dataScope: 'self' })])
    for (const user of [same, await makeUser()]) {
      const peer = await socketOf(user)
      ;(await caller.delete(`/app/im/online/${user.id}`)).assertStatus(200)
      assert.equal((await peer.closed).code, 4401)
    }
  })

  test('is told nothing of who is out of their reach', async ({ client }) => {
    const departmentId = await makeDepartment()
    const { caller } = await holder(client, [KICK], { dataScope: 'department', departmentId })
    const stranger = await makeUser([await Role.findByOrFail('code', 'admin')])
    const peer = await socketOf(stranger)
    ;(await caller.delete(`/app/im/online/${stranger.id}`)).assertStatus(404)
    await peer.close()
  })
})
