import { test } from '@japa/runner'
import { actAsSystem } from '#kernel/acting/main'
import { User } from '#plugins/identity/main'
import { blankBytes } from '#tests/helpers/packages'
import { freshName, logIn, PASSWORD } from '../../helpers/accounts.js'
import { onEveryDatabase } from '../../helpers/on_every_database.js'
import { administrator, type Caller } from '../access/support/caller.js'

const named = () => freshName('Ärger-ИВАНОВ')
const folded = (name: string) => encodeURIComponent(name.toLowerCase().replace('ä', 'Ä'))

/** Lists, and what makes a row of that name. */
const LISTS: Record<string, (admin: Caller, name: string) => Promise<unknown>> = {
  '/app/system/roles': (admin, name) =>
    admin.must(admin.post('roles', { code: freshName('role'), name })),
  '/app/system/menus': (admin, title) =>
    admin.must(admin.post('menus', { type: 'menu', name: freshName('menu'), title })),
  '/app/system/departments': (admin, name) => admin.must(admin.post('departments', { name })),
  '/app/system/positions': (admin, name) =>
    admin.must(admin.post('positions', { code: freshName('position'), name })),
  '/app/people': makeUser,
  '/app/im/contacts': makeUser,
  '/app/moderation/conversations': (admin, name) =>
    admin.must(admin.post('/app/im/conversations', { name, memberIds: [] })),
  '/app/document': (admin, title) =>
    admin.must(admin.post('/app/document', { fileType: 'docx', title })),
}

async function makeUser(
  admin: Caller,
  nickname: string
): Promise<{ id: number; username: string }> {
  const username = freshName()
  return admin.must(admin.post('users', { username, nickname, password: PASSWORD }))
}

async function found(admin: Caller, list: string, keyword: string): Promise<{ id: number }[]> {
  const data = await admin.must(admin.get(`${list}?keyword=${folded(keyword)}`))
  return data.items ?? data
}

test.group('HTTP | search in any alphabet', (group) => {
  onEveryDatabase(group)

  for (const [list, make] of Object.entries(LISTS))
    test(`find rows of ${list}, in capitals or not`, async ({ client, assert }) => {
      const admin = await administrator(client)
      const name = named()
      await make(admin, name)
      assert.lengthOf(await found(admin, list, name), 1)
      assert.isEmpty(await found(admin, list, `${name}_`))
      assert.isEmpty(await found(admin, list, name.replace('Ä', 'A')))
    })

  test('find users and their sessions by the name that they have now', async ({
    client,
    assert,
  }) => {
    const admin = await administrator(client)
    const [before, now] = [named(), named()]
    const { id, username } = await makeUser(admin, before)
    await logIn(client, username)
    await admin.must(admin.put(`users/${id}`, { nickname: now }))
    for (const list of ['/app/system/users', '/app/system/sessions']) {
      assert.isEmpty(await found(admin, list, before))
      assert.lengthOf(await found(admin, list, now), 1)
    }
  })

  test('find nobody’s sessions or contact by an e-mail address', async ({ client, assert }) => {
    const admin = await administrator(client)
    const username = freshName()
    const email = `${freshName('mail')}@example.com`
    await admin.must(admin.post('users', { username, email, password: PASSWORD }))
    await logIn(client, username)
    assert.lengthOf(await found(admin, '/app/system/users', email), 1)
    assert.isEmpty(await found(admin, '/app/system/sessions', email))
    assert.isEmpty(await found(admin, '/app/im/contacts', email))
  })

  test('refuse a change of what was read without the rest that is searched', async ({ assert }) => {
    await actAsSystem('a test', async () => {
      const user = await User.query().select('id', 'nickname').firstOrFail()
      await assert.rejects(() => user.merge({ nickname: named() }).save(), /without "username"/)
    })
  })

  test('find users who came from a file', async ({ client, assert }) => {
    const admin = await administrator(client)
    const name = named()
    const rows = `username;nickname;password\r\n${freshName()};${name};${PASSWORD}`
    const sent = await client
      .post('/app/system/users/import')
      .bearerToken(admin.token)
      .file('file', Buffer.from(rows), { filename: 'users.csv' })
    sent.assertStatus(200)
    assert.lengthOf(await found(admin, '/app/system/users', name), 1)
  })

  test('find a file, and a conversation that was renamed', async ({ client, assert }) => {
    const admin = await administrator(client)
    const [file, name] = [named(), named()]
    const sent = await client
      .post('/app/files')
      .bearerToken(admin.token)
      .file('file', blankBytes('word'), { filename: `${file}.docx` })
    sent.assertStatus(200)
    assert.lengthOf(await found(admin, '/app/files', file), 1)

    const body = { name: freshName(), memberIds: [] }
    const { id } = await admin.must(admin.post('/app/im/conversations', body))
    await admin.must(admin.put(`/app/im/conversations/${id}`, { name }))
    assert.lengthOf(await found(admin, '/app/moderation/conversations', name), 1)
  })
})
