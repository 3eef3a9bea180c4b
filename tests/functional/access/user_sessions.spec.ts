import { test } from '@japa/runner'
import { actAsSystem } from '#kernel/acting/main'
import { clock } from '#kernel/state/main'
import SecurityEvent from '../../../app/plugins/identity/models/security_event.js'
import Session from '../../../app/plugins/identity/models/session.js'
import { logIn } from '../../helpers/accounts.js'
import { administrator } from './support/caller.js'
import { holder, makeDepartment, makeRole, makeUser } from './support/organisation.js'

const LIST = 'system:session:list'
const END = 'system:session:end'
const info = '/app/auth/user/info'

interface Listed {
  id: number
  userId: number
  username: string
  endedAt: string | null
  endReason: string | null
}

const sessionOf = (userId: number) =>
  actAsSystem('a test', () => Session.query().where('userId', userId).orderBy('id', 'desc').first())

test.group('Access | sessions of users', (group) => {
  group.each.teardown(() => clock.restore())

  test('list the sessions of people within reach, and of nobody else', async ({
    client,
    assert,
  }) => {
    const [here, there] = [await makeDepartment(), await makeDepartment()]
    const near = await makeUser([], here)
    const far = await makeUser([], there)
    for (const { username } of [near, far]) await logIn(client, username)
    const { caller, user } = await holder(client, [LIST], {
      dataScope: 'department',
      departmentId: here,
    })

    const { items, total } = await caller.must(caller.get('sessions?pageSize=200'))
    const people = items.map(({ userId }: Listed) => userId)
    assert.sameMembers(people, [near.id, user.id])
    assert.equal(total, 2)
    const one = items.find(({ userId }: Listed) => userId === near.id)
    assert.containsSubset(one, { username: near.username, endedAt: null, endReason: null })
    assert.notProperty(one, 'sid')
  })

  test('ask for a permission', async ({ client }) => {
    const { caller } = await holder(client, [])
    const { id } = (await sessionOf((await makeLoggedIn(client)).id))!
    ;(await caller.get('sessions')).assertStatus(403)
    ;(await caller.delete(`sessions/${id}`)).assertStatus(403)
  })

  test('filter by person, address, openness and times, and sort', async ({ client, assert }) => {
    const admin = await administrator(client)
    const user = await makeLoggedIn(client)
    await logIn(client, user.username)
    const ended = (await sessionOf(user.id))!
    await admin.must(admin.delete(`sessions/${ended.id}`))
    const ids = async (filters: string) => {
      const { items } = await admin.must(admin.get(`sessions?userId=${user.id}&${filters}`))
      return items.map(({ id }: Listed) => id)
    }
    const all = await ids('sort=id')
    assert.lengthOf(all, 2)
    assert.deepEqual(await ids(''), all.toReversed())
    assert.deepEqual(await ids('open=true'), [all[0]])
    assert.deepEqual(await ids('open=false'), [all[1]])
    assert.deepEqual(await ids('endedAtFrom=1971-01-01'), [all[1]])
    assert.deepEqual(await ids('createdAtTo=1971-01-01'), [])
    assert.deepEqual(await ids(`ip=${encodeURIComponent(ended.ip!)}&sort=id`), all)
    assert.deepEqual(await ids('ip=203.0.113.77'), [])
    assert.deepEqual(await ids(`keyword=${user.username}&sort=id`), all)
    ;(await admin.get('sessions?open=perhaps')).assertStatus(422)
    ;(await admin.get('sessions?sort=sid')).assertStatus(422)
  })

  test('take one for over that expired, or lived as long as it may', async ({ client, assert }) => {
    const user = await makeLoggedIn(client)
    const session = (await sessionOf(user.id))!
    await actAsSystem('a test', () =>
      session.merge({ createdAt: session.createdAt.minus({ days: 31 }) }).save()
    )
    const admin = await administrator(client)
    const listed = (open: boolean) =>
      admin.must(admin.get(`sessions?userId=${user.id}&open=${open}`))
    assert.lengthOf((await listed(true)).items, 0)
    assert.lengthOf((await listed(false)).items, 1)
  })

  test('end one session, say so in its person’s history, and leave the others', async ({
    client,
    assert,
  }) => {
    const user = await makeUser()
    const kept = await logIn(client, user.username)
    const lost = await logIn(client, user.username)
    const { id } = (await sessionOf(user.id))!
    const { caller } = await holder(client, [LIST, END])

    await caller.must(caller.delete(`sessions/${id}`))
    ;(await client.get(info).bearerToken(lost.accessToken)).assertStatus(401)
    ;(await client.get(info).bearerToken(kept.accessToken)).assertStatus(200)
    ;(await caller.delete(`sessions/${id}`)).assertStatus(404)
    ;(await caller.delete('sessions/2000000000')).assertStatus(404)
    const events = await actAsSystem('a test', () =>
      SecurityEvent.query().where({ userId: user.id, type: 'session_ended' })
    )
    assert.deepEqual(
      events.map(({ sessionId, ip }) => ({ sessionId, ip })),
      [{ sessionId: id, ip: null }]
    )
  })

  test('end nobody’s who is out of reach or holds more', async ({ client }) => {
    const here = await makeDepartment()
    const sketch = { dataScope: 'department', departmentId: here } as const
    const { caller } = await holder(client, [LIST, END], sketch)
    const mighty = await makeUser([await makeRole({ permissions: ['system:user:delete'] })], here)
    const far = await makeUser([], await makeDepartment())
    const [mightily, afar] = [
      await logIn(client, mighty.username),
      await logIn(client, far.username),
    ]

    const { id } = (await sessionOf(mighty.id))!
    ;(await caller.delete(`sessions/${id}`)).assertBodyContains({ code: 403 })
    ;(await caller.delete(`sessions/${(await sessionOf(far.id))!.id}`)).assertStatus(404)
    for (const { accessToken } of [mightily, afar])
      (await client.get(info).bearerToken(accessToken)).assertStatus(200)
  })
})

async function makeLoggedIn(client: Parameters<typeof logIn>[0]) {
  const user = await makeUser()
  await logIn(client, user.username)
  return user
}
