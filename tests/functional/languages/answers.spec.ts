import type { ApiClient } from '@japa/api-client'
import { test } from '@japa/runner'
import { describePages } from '#kernel/descriptions/main'
import { definePlugin, type PluginManifest } from '#kernel/plugins/main'
import app from '@adonisjs/core/services/app'
import { freshName, loggedIn } from '../../helpers/accounts.js'
import { mount } from '../../helpers/packaged_plugin.js'
import { administrator, type Caller } from '../access/support/caller.js'

const CHINESE = 'zh-CN,zh;q=0.9,en;q=0.8'
const INFO = '/app/auth/user/info'

const asked = (client: ApiClient, { token }: Pick<Caller, 'token'>, path: string, accepted = '') =>
  client.get(path).bearerToken(token).header('accept-language', accepted)

test.group('Languages | answers', () => {
  test('refuse in the language that a request accepts, and say which it is', async ({
    client,
    assert,
  }) => {
    const english = await client.get(INFO)
    const chinese = await client.get(INFO).header('accept-language', CHINESE)
    assert.equal(english.body().message, 'Log in to continue')
    assert.equal(chinese.body().message, '请先登录')
    assert.equal(english.header('content-language'), 'en')
    assert.equal(chinese.header('content-language'), 'zh-CN')
    for (const answer of [english, chinese])
      assert.match(answer.header('vary')!, /accept-language/i)
    assert.deepEqual(chinese.body().data, english.body().data)
  })

  test('name the fields at fault in both', async ({ client, assert }) => {
    const body = { nickname: 'x'.repeat(101), email: 'nowhere' }
    const { accessToken } = await loggedIn(client)
    const send = () => client.put(INFO).bearerToken(accessToken).json(body)
    const messages = async (request: ReturnType<typeof send>) =>
      (await request).body().data.errors.map(({ message }: { message: string }) => message)
    assert.deepEqual(await messages(send()), [
      'The nickname field must not be greater than 100 characters',
      'The email field must be a valid email address',
    ])
    assert.deepEqual(await messages(send().header('accept-language', CHINESE)), [
      '字段 nickname 不得超过 100 个字符',
      '字段 email 必须是有效的邮箱地址',
    ])
  })

  test('say what rules of Chancery’s own say, with their values', async ({ client, assert }) => {
    const { accessToken } = await loggedIn(client)
    const response = await client
      .put('/app/auth/password')
      .bearerToken(accessToken)
      .header('accept-language', CHINESE)
      .json({ oldPassword: 'x', newPassword: 'aaaaaaaaaaa' })
    response.assertStatus(422)
    assert.match(response.body().data.errors[0].message, /^该密码容易被猜到/)
    const sorted = await client
      .get('/app/auth/security-events?sort=ip')
      .bearerToken(accessToken)
      .header('accept-language', CHINESE)
    assert.match(sorted.body().data.errors[0].message, /^字段 sort 最多可取以下 \d+ 项：/)
  })

  test('name a missing permission', async ({ client, assert }) => {
    const { accessToken: token } = await loggedIn(client)
    const { message } = (await asked(client, { token }, '/app/system/roles', CHINESE)).body()
    assert.equal(message, '此操作需要权限“system:role:list”')
    const english = (await asked(client, { token }, '/app/system/roles')).body()
    assert.equal(english.message, 'This needs the permission "system:role:list"')
  })

  test('show menus and permissions by their titles', async ({ client, assert }) => {
    const admin = await administrator(client)
    for (const [accepted, menu, permission] of [
      ['en', 'Users', 'Create users'],
      [CHINESE, '用户管理', '新增用户'],
    ] as const) {
      const { menus } = (await asked(client, admin, INFO, accepted)).body().data
      const system = menus.find(({ name }: { name: string }) => name === 'system')
      assert.include(
        system.children.map(({ title }: { title: string }) => title),
        menu
      )
      const { data } = (await asked(client, admin, '/app/system/permissions', accepted)).body()
      assert.containsSubset(data, [{ code: 'system:user:create', title: permission }])
    }
    const stored = (
      await asked(client, admin, '/app/system/menus?keyword=System&sort=id', CHINESE)
    ).body()
    assert.containsSubset(stored.data.items, [{ name: 'system', title: 'System' }])
  })

  test('say what runs here and how it is', async ({ client, assert }) => {
    const admin = await administrator(client)
    const sentences = async (accepted: string) =>
      (await asked(client, admin, '/app/system/health', accepted)).body().data.components
    assert.containsSubset(await sentences('en'), [{ sentence: 'The database is reached' }])
    assert.containsSubset(await sentences(CHINESE), [{ sentence: '数据库正常' }])
    const { data } = (await asked(client, admin, '/app/system/plugins', CHINESE)).body()
    assert.containsSubset(data, [
      { name: 'identity', description: '操作员、部门、登录、会话和账号锁定' },
    ])
  })

  test('describe pages by their titles and labels; what has no translation is in English', async ({
    client,
    assert,
    cleanup,
  }) => {
    const name = freshName('shelf')
    const [page] = describePages([
      {
        name,
        title: 'Documents',
        resource: '/app/shelves',
        permissions: {},
        fields: [
          { name: 'mark', label: 'Mark on the shelf', type: 'text' },
          {
            ...{ name: 'kind', label: 'Files', type: 'choice' },
            choices: [{ value: 'files', label: 'Templates' }],
          },
        ],
      },
    ])
    const menus = [{ type: 'menu' as const, name, title: 'Documents' }]
    const plugin = definePlugin({
      ...{ name, description: 'Shelves', from: import.meta.url, menus, pages: [page!] },
    })
    mount([...app.config.get<readonly PluginManifest[]>('plugins'), plugin], cleanup)
    const admin = await administrator(client)
    for (const [accepted, title, ...labels] of [
      ['en', 'Documents', 'Mark on the shelf', 'Files', 'Templates'],
      [CHINESE, '文档', 'Mark on the shelf', '文件', '模板'],
    ] as const) {
      const { pages } = (await asked(client, admin, '/app/system/pages', accepted)).body().data
      const described = pages.find((one: { name: string }) => one.name === name)
      const [mark, kind] = described.fields
      assert.equal(described.title, title)
      assert.deepEqual([mark.label, kind.label, kind.choices[0].label], labels)
    }
  })

  test('say what is wrong with a file that was read in a thread, and with its rows', async ({
    client,
    assert,
  }) => {
    const admin = await administrator(client)
    const messages = async (file: string) => {
      const request = client.post('/app/system/users/import').bearerToken(admin.token)
      const sent = request.file('file', Buffer.from(file), { filename: 'users.csv' })
      const answer = await sent.header('accept-language', CHINESE)
      return answer.body().data.errors.map(({ message }: { message: string }) => message)
    }
    const [column] = await messages('username,shoe size\nann,39')
    assert.match(column, /^没有“shoe size”列；可用的列：username, /)
    const [row] = await messages('username,roles\nann,"no such role"')
    assert.equal(row, '第 2 行：角色“no such role”不存在')
  })

  test('explain in words why somebody may do something', async ({ client, assert }) => {
    const admin = await administrator(client)
    const { user } = await loggedIn(client)
    const explained = async (accepted: string) => {
      const question = { userId: user.id, permission: 'system:user:list' }
      const request = client.post('/app/system/access/explain').bearerToken(admin.token)
      return (await request.header('accept-language', accepted).json(question)).body().data
    }
    const english = await explained('en')
    assert.include(english.remedies[0], 'Give the user one of the roles that grant it: ')
    assert.include((await explained(CHINESE)).remedies[0], '为用户分配授予该权限的角色之一: ')
  })
})

test.group('Languages | what a person has set', () => {
  test('is kept, shown, and goes before what their requests accept', async ({ client, assert }) => {
    const { accessToken: token } = await loggedIn(client)
    const set = (language: string | null) => client.put(INFO).bearerToken(token).json({ language })
    const shown = async () => (await asked(client, { token }, INFO)).body().data.user.language
    const refused = async (accepted: string) => {
      const answer = await asked(client, { token }, '/app/system/roles', accepted)
      return [answer.body().message.slice(0, 4), answer.header('content-language')]
    }

    assert.isNull(await shown())
    const answer = await set('zh')
    answer.assertStatus(200)
    assert.equal(answer.body().data.language, 'zh')
    assert.equal(await shown(), 'zh')
    assert.deepEqual(await refused('en'), ['此操作需', 'zh-CN'])
    await set('en')
    assert.deepEqual(await refused(CHINESE), ['This', 'en'])
    await set(null)
    assert.deepEqual(await refused(CHINESE), ['此操作需', 'zh-CN'])
    ;(await set('tlh')).assertStatus(422)
    assert.isNull(await shown())
  })
})
