import ace from '@adonisjs/core/services/ace'
import hash from '@adonisjs/core/services/hash'
import { test } from '@japa/runner'
import { freshName, loggedIn, logIn, makeOperator, PASSWORD } from '../../helpers/accounts.js'
import { administrator } from '../access/support/caller.js'

const GOOD = 'nine cats on a roof'

test.group('Identity | passwords that are set', () => {
  test('refuse weak ones wherever one is set, and name the field', async ({ client, assert }) => {
    const admin = await administrator(client)
    const user = await makeOperator()
    const own = await loggedIn(client)
    const named = freshName('winston')
    for (const password of ['123456789', 'Password2024!', 'qwertyuiop', 'aaaaaaaaaaaa']) {
      const changed = await client
        .put('/app/auth/password')
        .json({ oldPassword: PASSWORD, newPassword: password })
        .bearerToken(own.accessToken)
      const answers = [
        await admin.post('users', { username: freshName(), password }),
        await admin.put(`users/${user.id}/password`, { password }),
        changed,
      ]
      for (const answer of answers) answer.assertStatus(422)
      assert.deepEqual(
        answers.map((answer) => answer.body().data.errors[0].field),
        ['password', 'password', 'newPassword']
      )
      const command = await ace.exec('user:password', [user.username, `--password=${password}`])
      assert.equal(command.exitCode, 1)
    }
    const alike = { username: named, password: `${named}!` }
    const refused = await admin.post('users', alike)
    refused.assertStatus(422)
    assert.equal(refused.body().data.errors[0].field, 'password')
    await logIn(client, user.username)
    await logIn(client, own.user.username)
  })

  test('refuse one’s own name as a password, on every way', async ({ client }) => {
    const admin = await administrator(client)
    const username = freshName('montgomery')
    const { user, accessToken } = await loggedIn(client, { username, nickname: 'Wilhelmina' })
    for (const password of [`${username}1`, 'wilhelmina99']) {
      ;(await admin.put(`users/${user.id}/password`, { password })).assertStatus(422)
      const change = { oldPassword: PASSWORD, newPassword: password }
      const changed = client.put('/app/auth/password').json(change).bearerToken(accessToken)
      ;(await changed).assertStatus(422)
    }
    await logIn(client, username)
  })

  test('keep blanks around a password', async ({ client, assert }) => {
    const admin = await administrator(client)
    const username = freshName()
    await admin.must(admin.post('users', { username, password: `  ${GOOD} ` }))
    const attempt = (password: string) =>
      client.post('/app/auth/login').json({ username, password })
    ;(await attempt(`  ${GOOD} `)).assertStatus(200)
    ;(await attempt(GOOD)).assertStatus(400)
    ;(await attempt(` ${GOOD}`)).assertStatus(400)
    assert.notEqual(GOOD, ` ${GOOD}`)
  })

  test('take a password however its letters are written, also one that was hashed as it was typed', async ({
    client,
  }) => {
    const admin = await administrator(client)
    const password = 'Zwölf ﬁne Boxkämpfer'
    const username = freshName()
    await admin.must(admin.post('users', { username, password: password.normalize('NFD') }))
    for (const form of ['NFC', 'NFD', 'NFKC'])
      await logIn(client, username, password.normalize(form))

    const typed = password.normalize('NFD')
    const earlier = await makeOperator({ password: await hash.make(typed) })
    await logIn(client, earlier.username, typed)
    await logIn(client, earlier.username, password.normalize('NFC'))
  })

  test('refuse weak ones of an import in the report', async ({ client, assert }) => {
    const admin = await administrator(client)
    const username = freshName('bartholomew')
    const rows = [`${freshName()},Password2024!`, `${username},${username}1`].join('\n')
    const answer = await client
      .post('/app/system/users/import')
      .bearerToken(admin.token)
      .file('file', Buffer.from(`username,password\n${rows}\n`), {
        filename: 'users.csv',
        contentType: 'text/csv',
      })
    answer.assertStatus(422)
    assert.deepEqual(
      answer.body().data.errors.map(({ field }: { field: string }) => field),
      ['rows.2.password', 'rows.3.password']
    )
  })

  test('set no password of one’s own without the old one', async ({ client, assert }) => {
    const admin = await administrator(client)
    const { user } = await admin.must(admin.get('/app/auth/user/info'))
    const refused = await admin.put(`users/${user.id}/password`, { password: GOOD })
    refused.assertStatus(409)
    assert.include(refused.body().message, '/app/auth/password')
    ;(await admin.get('/app/auth/user/info')).assertStatus(200)
    await administrator(client)
  })
})
