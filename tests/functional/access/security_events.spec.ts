import { test } from '@japa/runner'
import { freshName, loggedIn, logIn, makeOperator } from '../../helpers/accounts.js'
import { administrator, Caller } from './support/caller.js'
import { holder, makeDepartment, makeUser } from './support/organisation.js'

const LIST = 'system:security-event:list'

interface Listed {
  id: number
  type: string
  userId: number | null
  account: string | null
}

const typesOf = (items: Listed[]) => items.map(({ type }) => type)
const fail = (client: Parameters<typeof logIn>[0], username: string) =>
  client.post('/app/auth/login').json({ username, password: 'a wrong one' })

test.group('Access | security events', () => {
  test('list those of people within reach, failed logins under their names too', async ({
    client,
    assert,
  }) => {
    const [here, there] = [await makeDepartment(), await makeDepartment()]
    const near = await makeUser([], here)
    const far = await makeUser([], there)
    const nobody = freshName('nobody')
    for (const { username } of [near, far]) await logIn(client, username)
    for (const name of [near.username, far.username, nobody]) await fail(client, name)
    const { caller, user } = await holder(client, [LIST], {
      dataScope: 'department',
      departmentId: here,
    })

    const { items } = await caller.must(caller.get('security-events?sort=id&pageSize=200'))
    const seen = (items as Listed[]).map(({ type, account }) => `${type} ${account}`)
    assert.deepEqual(seen, [
      `login ${near.username}`,
      `login_failed ${near.username}`,
      `login ${user.username}`,
    ])
    ;(await (await holder(client, [])).caller.get('security-events')).assertStatus(403)
  })

  test('show what nobody’s name was tried to who reaches everybody', async ({ client, assert }) => {
    const nobody = freshName('nobody')
    await fail(client, nobody)
    const admin = await administrator(client)
    const { items } = await admin.must(admin.get(`security-events?account=${nobody}`))
    assert.deepEqual(typesOf(items), ['login_failed'])
    assert.isNull(items[0].userId)
  })

  test('filter by person, type, session, address and time', async ({ client, assert }) => {
    const { user } = await loggedIn(client)
    await fail(client, user.username)
    const admin = await administrator(client)
    const types = async (filters: string) => {
      const path = `security-events?userId=${user.id}&${filters}`
      return typesOf((await admin.must(admin.get(path))).items)
    }
    assert.deepEqual(await types(''), ['login_failed', 'login'])
    assert.deepEqual(await types('type=login'), ['login'])
    assert.deepEqual(await types('createdAtTo=1971-01-01'), [])
    assert.deepEqual(await types('ip=203.0.113.77'), [])
    assert.deepEqual(await types('sessionId=2000000000'), [])
    ;(await admin.get('security-events?type=tea')).assertStatus(422)
  })
})

test.group('Identity | one’s own security events', () => {
  const own = '/app/auth/security-events'

  test('list what became of one’s own account, and of nobody else’s', async ({
    client,
    assert,
  }) => {
    const { user, accessToken } = await loggedIn(client)
    const other = await loggedIn(client)
    await fail(client, user.username)
    await fail(client, other.user.username)
    const me = new Caller(client, accessToken)
    const second = await logIn(client, user.username)
    const sessions = await me.must(me.get('/app/auth/sessions'))
    const { id } = sessions.find(({ current }: { current: boolean }) => !current)
    await me.must(me.delete(`/app/auth/sessions/${id}`))

    const { items, total } = await me.must(me.get(own))
    assert.deepEqual(typesOf(items), ['session_ended', 'login', 'login_failed', 'login'])
    assert.equal(total, 4)
    assert.equal(items[0].sessionId, id)
    assert.lengthOf((await me.must(me.get(`${own}?type=login`))).items, 2)
    ;(await client.get(own).bearerToken(second.accessToken)).assertStatus(401)
    ;(await client.get(own)).assertStatus(401)
  })

  test('leave out what was tried before the account was there', async ({ client, assert }) => {
    const username = freshName()
    await fail(client, username)
    await makeOperator({ username })
    const { accessToken } = await logIn(client, username)
    const me = new Caller(client, accessToken)
    assert.deepEqual(typesOf((await me.must(me.get(own))).items), ['login'])
  })
})
