import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import type { ApiClient } from '@japa/api-client'
import { SessionRegistry, type User } from '#plugins/identity/main'
import { EditingWatch } from '../../../app/plugins/documents/live/editing_watch.js'
import { ReviewOpenings } from '../../../app/plugins/documents/live/review_openings.js'
import DocumentLog from '../../../app/plugins/documents/models/document_log.js'
import { makeOperator, loggedIn, logIn } from '../../helpers/accounts.js'
import {
  configOf,
  editorStage,
  staged,
  versionsOf,
  type EditorStage,
} from '../../helpers/editor_stage.js'
import { until } from '../../helpers/until.js'
import { administrator, type Caller } from '../access/support/caller.js'
import { everything } from '#kernel/data_scope/reach'
import { fetched } from '../../helpers/download.js'
import { blankBytes } from '../../helpers/packages.js'

interface Loss {
  title: string
  lose: (admin: Caller, user: User) => Promise<unknown>
}

const LOSSES: Loss[] = [
  {
    title: 'is disabled',
    lose: (admin, { id }) => admin.must(admin.put(`users/${id}/status`, { status: 'disabled' })),
  },
  {
    title: 'is deleted',
    lose: (admin, { id }) => admin.must(admin.delete(`users?ids=${id}`)),
  },
  {
    title: 'is given another password',
    lose: (admin, { id }) =>
      admin.must(admin.put(`users/${id}/password`, { password: 'a wholly other password' })),
  },
]

test.group('Documents | whoever may no longer edit', (group) => {
  let stage: EditorStage
  let watch: EditingWatch
  group.setup(async () => {
    stage = await editorStage()
    watch = await begun()
    return async () => {
      await watch.stop()
      await stage.close()
    }
  })
  group.each.teardown(() => stage.configure())

  async function begun(): Promise<EditingWatch> {
    const made = await app.container.make(EditingWatch)
    await made.start()
    return made
  }

  /** With the present settings, once all that was heard of so far is done. */
  async function watchAnew(): Promise<void> {
    await watch.stop()
    watch = await begun()
  }

  const review = async () => (await app.container.make(ReviewOpenings)).handle()
  const dropsOf = (documentId: number) =>
    DocumentLog.query().where({ documentId, action: 'session_dropped' })

  /** Two people in the same document. */
  async function together(client: ApiClient) {
    const { id, owner, config } = await staged(client)
    const user = await makeOperator()
    const mine = await stage.server.open(config)
    const theirs = await stage.server.open(await configOf(client, id, user))
    theirs.edit('Before they went.')
    return { id, owner, user, mine, theirs }
  }

  test('is sent out of every document when their account {title}')
    .with(LOSSES)
    .run(async ({ client, assert }, { lose }) => {
      const { id, user, mine, theirs } = await together(client)
      const elsewhere = await staged(client, await makeOperator())
      const second = await stage.server.open(await configOf(client, elsewhere.id, user))
      await lose(await administrator(client), user)
      await until(() => !theirs.canEdit && !second.canEdit)
      assert.isTrue(mine.canEdit)
      await mine.close()
      assert.lengthOf(await versionsOf(id), 2)
      const [drop] = await dropsOf(id)
      assert.isNull(drop!.operatorId)
      assert.deepEqual(drop!.detail!.userIds, [user.id])
    })

  test('is sent out when they lose the right, but not when they keep it', async ({ client }) => {
    const { user, owner, mine, theirs } = await together(client)
    const registry = await app.container.make(SessionRegistry)
    for (const verb of ['edit', 'propose', 'comment', 'fill'])
      stage.gate.tell(user.id, null, `document:document:${verb}`)
    await registry.usersChanged([user.id, owner.id])
    await until(() => !theirs.canEdit)
    await watchAnew()
    await mine.close()
  })

  test('is sent out when they may do less than they were let in for', async ({
    client,
    assert,
  }) => {
    const { user, theirs, mine } = await together(client)
    stage.gate.tell(user.id, null, 'document:document:edit')
    await review()
    assert.isFalse(theirs.canEdit)
    assert.isTrue(mine.canEdit)
    await mine.close()
  })

  test('is sent out later when the document server was away', async ({ client, assert }) => {
    const { id, user, mine, theirs } = await together(client)
    stage.configure({ documentServerInternalUrl: 'http://127.0.0.1:9' })
    await watchAnew()
    await LOSSES[0]!.lose(await administrator(client), user)
    stage.configure()
    await watchAnew()
    assert.isTrue(theirs.canEdit)
    await review()
    assert.isFalse(theirs.canEdit)
    await review()
    assert.lengthOf(await dropsOf(id), 1)
    await mine.close()
  })
})

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
    title: 'served on after their own logout',
    end: async ({ client, token }) =>
      (await client.post('/app/auth/logout').bearerToken(token)).assertStatus(200),
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
