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

  test('refuse a name that looks like another', async ({ client, assert }) => {
    const admin = await administrator(client)
    const user = await makeOperator()
    for (const username of [
      'аdmin',
      'αdmin',
      'рор',
      'admin\u200B',
      `a${'\u0323\u0301'.repeat(20)}`,
    ]) {
      const created = await admin.post('users', { username, password: PASSWORD })
      assert.equal(created.status(), 422, username)
      assert.equal(created.body().data.errors[0].field, 'username')
      ;(await admin.put(`users/${user.id}`, { username })).assertStatus(422)
    }
  })

  test('take a name of one script, or of signs beside letters', async ({ client }) => {
    const admin = await administrator(client)
    for (const name of ['иванов', '王wang', 'łukasz_2']) {
      const username = `${name}.${freshName('').replaceAll(/\D/g, '')}`
      await admin.must(admin.post('users', { username, password: PASSWORD }))
      await logIn(client, username)
    }
  })

  test('refuse a name that is too long once it is written as it is kept', async ({ client }) => {
    for (const username of ['a'.repeat(65), '\uFDFA'.repeat(10), 'ﬀ'.repeat(33)]) {
      const answer = await client.post('/app/auth/login').json({ username, password: PASSWORD })
      answer.assertStatus(422)
    }
    const username = 'ﬀ'.repeat(32)
    const answer = await client.post('/app/auth/login').json({ username, password: PASSWORD })
    answer.assertStatus(400)
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
