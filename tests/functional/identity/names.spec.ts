import { test } from '@japa/runner'
import { freshName, logIn, makeOperator, PASSWORD } from '../../helpers/accounts.js'
import { administrator } from '../access/support/caller.js'

test.group('Identity | names of accounts', () => {
  test('tell names apart that differ by an accent, on every database', async ({
    client,
    assert,
  }) => {
    const admin = await administrator(client)
    const plain = freshName('jose')
    const accented = plain.replace('jose', 'josé')
    const made = await admin.must(admin.post('users', { username: plain, password: PASSWORD }))
    const attempt = (username: string) =>
      client.post('/app/auth/login').json({ username, password: PASSWORD })
    ;(await attempt(accented)).assertStatus(400)
    for (let count = 0; count < 4; count++) await attempt(accented)
    ;(await attempt(accented)).assertStatus(423)
    ;(await attempt(plain)).assertStatus(200)

    const other = plain.replace('jose', 'jòse')
    const beside = await admin.must(admin.post('users', { username: other, password: PASSWORD }))
    assert.notEqual(beside.id, made.id)
    const { accessToken } = await logIn(client, other)
    const info = await client.get('/app/auth/user/info').bearerToken(accessToken)
    assert.equal(info.body().data.user.id, beside.id)
  })

  test('take one spelling of a letter for the other', async ({ client }) => {
    const admin = await administrator(client)
    const username = freshName('zoë')
    await admin.must(
      admin.post('users', { username: username.normalize('NFD'), password: PASSWORD })
    )
    await logIn(client, username.normalize('NFC'))
    await logIn(client, username.normalize('NFD').toUpperCase())
    const again = { username: username.normalize('NFC'), password: PASSWORD }
    ;(await admin.post('users', again)).assertStatus(409)
    const wide = { username: 'ａｄｍｉｎ', password: PASSWORD }
    ;(await admin.post('users', wide)).assertStatus(409)
  })

  test('refuse a name that looks like another: {$self}')
    .with(['аdmin', 'admіn', 'αdmin', 'ѕсоре', 'рор', 'οικ', 'admin\u200B', 'adm\u00ADin', 'аԁⅿіп'])
    .run(async ({ client, assert }, username) => {
      const admin = await administrator(client)
      const user = await makeOperator()
      const created = await admin.post('users', { username, password: PASSWORD })
      created.assertStatus(422)
      assert.equal(created.body().data.errors[0].field, 'username')
      ;(await admin.put(`users/${user.id}`, { username })).assertStatus(422)
    })

  test('take a name of one script, or of signs beside letters: {$self}')
    .with(['иванов', 'γιώργος', '山田太郎', 'josé', '王wang', 'أحمد', 'łukasz_2', '김민준'])
    .run(async ({ client }, name) => {
      const admin = await administrator(client)
      const username = `${name}.${freshName('').replaceAll(/\D/g, '')}`
      await admin.must(admin.post('users', { username, password: PASSWORD }))
      await logIn(client, username)
    })

  test('find names in capitals or not', async ({ client, assert }) => {
    const admin = await administrator(client)
    const { id, username } = await makeOperator()
    for (const query of ['username', 'keyword']) {
      const { items } = await admin.must(admin.get(`users?${query}=${username.toUpperCase()}`))
      assert.deepEqual(
        items.map((item: { id: number }) => item.id),
        [id]
      )
    }
  })
})
