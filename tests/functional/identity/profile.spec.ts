import { test } from '@japa/runner'
import { actAsSystem } from '#kernel/acting/main'
import SecurityEvent from '../../../app/plugins/identity/models/security_event.js'
import User from '../../../app/plugins/identity/models/user.js'
import { loggedIn } from '../../helpers/accounts.js'
import { noticesOf } from '../../helpers/heard_notices.js'
import { administrator, Caller } from '../access/support/caller.js'

const path = '/app/auth/user/info'

const shown = async (me: Caller) => (await me.must(me.get(path))).user

const changesOfEmail = (userId: number) =>
  actAsSystem('a test', () => SecurityEvent.query().where({ userId, type: 'email_changed' }))

test.group('Identity | one’s own profile', (group) => {
  const notices = noticesOf(group)

  test('show and change what one says of oneself, at once everywhere', async ({
    client,
    assert,
  }) => {
    const { user, accessToken } = await loggedIn(client)
    const me = new Caller(client, accessToken)
    const before = await shown(me)
    assert.containsSubset(before, { id: user.id, username: user.username, email: null })

    const changes = { nickname: 'Ada', email: 'ada@example.org', avatar: '/avatars/ada.png' }
    const after = await me.must(me.put(path, { ...changes, updatedAt: before.updatedAt }))
    assert.containsSubset(after, changes)
    assert.deepEqual(await shown(me), after)
    assert.containsSubset(await me.must(me.put(path, { avatar: null })), {
      ...changes,
      avatar: null,
    })
  })

  test('change nothing else, whatever is sent', async ({ client, assert }) => {
    const { user, accessToken } = await loggedIn(client)
    const me = new Caller(client, accessToken)
    await me.put(path, { nickname: 'Ada', username: 'root', phone: '1', status: 'disabled', id: 1 })
    const kept = await actAsSystem('a test', () => User.findOrFail(user.id))
    assert.containsSubset(kept.serialize(), { username: user.username, phone: null })
    assert.equal(kept.status, 'enabled')
  })

  test('hold to the rules that administrators are held to', async ({ client, assert }) => {
    const { accessToken } = await loggedIn(client)
    const me = new Caller(client, accessToken)
    const before = await shown(me)
    for (const bad of [
      { nickname: 'a'.repeat(101) },
      { email: 'nobody' },
      { avatar: 'javascript:alert(1)' },
      { updatedAt: 'yesterday' },
    ])
      (await me.put(path, bad)).assertStatus(422)
    assert.deepEqual(await shown(me), before)
  })

  test('lose nothing that somebody else changed meanwhile', async ({ client }) => {
    const { user, accessToken } = await loggedIn(client)
    const me = new Caller(client, accessToken)
    const { updatedAt } = await shown(me)
    const admin = await administrator(client)
    await admin.must(admin.put(`users/${user.id}`, { nickname: 'Renamed' }))
    ;(await me.put(path, { nickname: 'Ada', updatedAt })).assertStatus(409)
  })

  test('note another e-mail address, whoever changes it, and nothing else', async ({
    client,
    assert,
  }) => {
    const { user, accessToken } = await loggedIn(client)
    const me = new Caller(client, accessToken)
    await me.must(me.put(path, { nickname: 'Ada' }))
    assert.lengthOf(await changesOfEmail(user.id), 0)
    await me.must(me.put(path, { email: `${user.username}@example.org` }))
    await me.must(me.put(path, { email: `${user.username}@example.org` }))
    assert.lengthOf(await changesOfEmail(user.id), 1)
    const told = notices.toldTo(user.id).map(({ data }) => data!.kind)
    assert.deepEqual(told, ['account.email_changed'])
    const admin = await administrator(client)
    await admin.must(admin.put(`users/${user.id}`, { email: null }))
    assert.lengthOf(await changesOfEmail(user.id), 2)
  })

  test('let nobody change theirs without end', async ({ client }) => {
    const { accessToken } = await loggedIn(client)
    const me = new Caller(client, accessToken)
    for (let count = 0; count < 20; count++) await me.must(me.put(path, { nickname: `A${count}` }))
    ;(await me.put(path, { nickname: 'Ada' })).assertStatus(429)
  })

  test('ask for a login', async ({ client }) => {
    ;(await client.get(path)).assertStatus(401)
    ;(await client.put(path).json({ nickname: 'Ada' })).assertStatus(401)
  })
})
