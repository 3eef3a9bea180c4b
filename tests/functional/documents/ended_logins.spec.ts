import type { ApiClient } from '@japa/api-client'
import config from '@adonisjs/core/services/config'
import { test } from '@japa/runner'
import { everything } from '#kernel/data_scope/reach'
import type { User } from '#plugins/identity/main'
import { loggedIn, logIn, makeOperator } from '../../helpers/accounts.js'
import { fetched } from '../../helpers/download.js'
import { configOf, editorStage, staged, type EditorStage } from '../../helpers/editor_stage.js'
import { anotherSession } from '../../helpers/messaging/people.js'
import { blankBytes } from '../../helpers/packages.js'
import { administrator, type Caller } from '../access/support/caller.js'

interface End {
  title: string
  end: (people: { client: ApiClient; admin: Caller; user: User; token: string }) => Promise<unknown>
  status: number
}

const ENDS: End[] = [
  {
    title: 'refused once an administrator has set another password',
    end: ({ admin, user }) =>
      admin.must(admin.put(`users/${user.id}/password`, { password: 'a wholly other password' })),
    status: 403,
  },
  {
    title: 'refused once their account was disabled and enabled again',
    end: async ({ admin, user }) => {
      await admin.must(admin.put(`users/${user.id}/status`, { status: 'disabled' }))
      await admin.must(admin.put(`users/${user.id}/status`, { status: 'enabled' }))
    },
    status: 403,
  },
  {
    title: 'served on after their own logout',
    end: async ({ client, token }) =>
      (await client.post('/app/auth/logout').bearerToken(token)).assertStatus(200),
    status: 200,
  },
  {
    title: 'served on after so many later logins of theirs that this one gave way',
    end: async ({ user }) => {
      for (let login = 0; login < config.get<number>('identity.sessions.perUser'); login++)
        await anotherSession(user)
    },
    status: 200,
  },
]

test.group('Documents | addresses of a login that is over', (group) => {
  let stage: EditorStage
  group.setup(async () => {
    stage = await editorStage()
    return () => stage.close()
  })

  /** One of every kind that somebody gets. */
  async function addressesOf(client: ApiClient, id: number, token: string): Promise<string[]> {
    const get = async (path: string, query = {}) => {
      const answer = await client.get(`/app/document/${id}/${path}`).bearerToken(token).qs(query)
      answer.assertStatus(200)
      return answer.body().data
    }
    const options = { filename: 'a.docx' }
    const upload = client.post('/app/files').bearerToken(token).file('file', blankBytes(), options)
    const { id: fileId } = (await upload).body().data
    const source = await client
      .post(`/app/document/${id}/sources`)
      .bearerToken(token)
      .json({ purpose: 'compare', fileId })
    source.assertStatus(200)
    return [
      (await get('editor-config', { mode: 'view' })).document.url,
      (await get('editor-config')).document.url,
      (await get('history/1')).url,
      source.body().data.url,
    ]
  }

  const statusesOf = (addresses: readonly string[]) =>
    Promise.all(addresses.map(async (address) => (await fetched(address)).status))

  test('are {title}')
    .with(ENDS)
    .run(async ({ client, assert }, { end, status }) => {
      const { user, accessToken: token } = await loggedIn(client)
      stage.gate.tell(user.id, everything)
      const { id } = await staged(client, user)
      const addresses = await addressesOf(client, id, token)
      assert.deepEqual(await statusesOf(addresses), [200, 200, 200, 200])
      await end({ client, user, token, admin: await administrator(client) })
      assert.deepEqual(await statusesOf(addresses), Array(4).fill(status))
    })

  test('leave those of another login of theirs, and of others', async ({ client, assert }) => {
    const { user, accessToken } = await loggedIn(client)
    stage.gate.tell(user.id, everything)
    const other = await makeOperator()
    stage.gate.tell(other.id, everything)
    const { id } = await staged(client, user)
    const before = await addressesOf(client, id, accessToken)
    const theirs = (await configOf(client, id, other)).document.url
    const admin = await administrator(client)
    const password = 'a wholly other password'
    await admin.must(admin.put(`users/${user.id}/password`, { password }))
    const again = await logIn(client, user.username, password)
    const after = await addressesOf(client, id, again.accessToken)
    assert.deepEqual(await statusesOf(before), Array(4).fill(403))
    assert.deepEqual(await statusesOf([theirs, ...after]), Array(5).fill(200))
  })
})
