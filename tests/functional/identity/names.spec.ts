import { test } from '@japa/runner'
import { freshName, logIn, makeOperator, PASSWORD } from '../../helpers/accounts.js'
import { onEveryDatabase } from '../../helpers/on_every_database.js'
import { administrator, Caller } from '../access/support/caller.js'

test.group('Identity | names of accounts', () => {
  test('take no username but of ASCII, wherever one is given', async ({ client, assert }) => {
    const admin = await administrator(client)
    const user = await makeOperator()
    for (const username of [
      'josé',
      'аdmin',
      'ａｄｍｉｎ',
      'admin\u200B',
      'a@b',
      'a+b',
      '-a',
      '\u212Aate',
    ]) {
      const answers = [
        await admin.post('users', { username, password: PASSWORD }),
        await admin.put(`users/${user.id}`, { username }),
      ]
      for (const answer of answers) {
        answer.assertStatus(422)
        const [{ field, message }] = answer.body().data.errors
        assert.equal(field, 'username')
        assert.include(message, 'letters from a to z')
      }
    }
  })

  test('take a login with any other name for a wrong one', async ({ client }) => {
    for (const username of ['ａｄｍｉｎ', '\u212Aate', 'иванов']) {
      const answer = await client.post('/app/auth/login').json({ username, password: PASSWORD })
      answer.assertBodyContains({ code: 400, data: { reason: 'E_INVALID_CREDENTIALS' } })
    }
  })

  test('find names in capitals or not', async ({ client, assert }) => {
    const admin = await administrator(client)
    const { id, username } = await makeOperator()
    await logIn(client, username.toUpperCase())
    const again = { username: username.toUpperCase(), password: PASSWORD }
    ;(await admin.post('users', again)).assertStatus(409)
    for (const query of ['username', 'keyword']) {
      const { items } = await admin.must(admin.get(`users?${query}=${username.toUpperCase()}`))
      assert.deepEqual(
        items.map((item: { id: number }) => item.id),
        [id]
      )
    }
  })
})

test.group('Identity | shown names', () => {
  test('refuse line breaks, hidden characters and what shows nothing in whatever is called something', async ({
    client,
    assert,
  }) => {
    const admin = await administrator(client)
    for (const name of ['a\nb', 'a\u2028b', 'a\u202Eb', '\u3164', '\u200B']) {
      const answers = [
        await admin.post('users', { username: freshName(), password: PASSWORD, nickname: name }),
        await admin.put('/app/auth/user/info', { nickname: name }),
        await admin.post('roles', { code: freshName('role'), name }),
        await admin.post('departments', { name }),
        await admin.post('/app/im/conversations', { name, memberIds: [] }),
      ]
      assert.deepEqual(
        answers.map((answer) => answer.status()),
        [422, 422, 422, 422, 422],
        JSON.stringify(name)
      )
    }
    await admin.must(admin.post('departments', { name: `می\u200cخواهم 👩\u200d🚒 ${freshName()}` }))
  })
})

test.group('Identity | e-mail addresses', (group) => {
  onEveryDatabase(group)

  test('let no two enabled accounts have one, in capitals or not', async ({ client, assert }) => {
    const admin = await administrator(client)
    const email = `${freshName('Ada')}@example.org`
    const make = (values: object = {}) =>
      admin.post('users', { username: freshName(), password: PASSWORD, email, ...values })
    const first = await admin.must(make())
    const taken = await make({ email: email.toUpperCase() })
    taken.assertStatus(409)
    assert.equal(taken.body().data.errors[0].field, 'email')

    const second = await admin.must(make({ status: 'disabled' }))
    ;(await admin.put(`users/${second.id}/status`, { status: 'enabled' })).assertStatus(409)
    const third = await makeOperator()
    ;(await admin.put(`users/${third.id}`, { email })).assertStatus(409)
    const { accessToken } = await logIn(client, third.username)
    const me = new Caller(client, accessToken)
    ;(await me.put('/app/auth/user/info', { email: email.toLowerCase() })).assertStatus(409)

    await admin.must(admin.put(`users/${first.id}/status`, { status: 'disabled' }))
    await admin.must(admin.put(`users/${second.id}/status`, { status: 'enabled' }))
  })

  test('let one of two have it who ask at once', async ({ client, assert }) => {
    const admin = await administrator(client)
    const email = `${freshName('race')}@example.org`
    const answers = await Promise.all(
      [1, 2, 3].map(() => admin.post('users', { username: freshName(), password: PASSWORD, email }))
    )
    assert.deepEqual(answers.map((answer) => answer.status()).sort(), [200, 409, 409])
  })
})
