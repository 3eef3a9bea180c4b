import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from '@japa/runner'
import type { Assert } from '@japa/assert'
import app from '@adonisjs/core/services/app'
import db from '@adonisjs/lucid/services/db'
import { actAsSystem } from '#kernel/acting/main'
import { PersonalData } from '#kernel/plugins/main'
import { clock } from '#kernel/state/main'
import { User } from '#plugins/identity/main'
import { ErasePerson } from '../../../app/plugins/access/actions/erase_person.js'
import Erasure from '../../../app/plugins/access/models/erasure.js'
import { SweepFiles } from '../../../app/plugins/files/actions/sweep_files.js'
import { loggedIn, logIn, makeOperator, PASSWORD } from '../../helpers/accounts.js'
import { columnsThatSay } from '../../helpers/every_column.js'
import { openGate } from '../../helpers/open_gate.js'
import { plantedPerson } from '../../helpers/planted_person.js'
import { administrator, callerOf } from './support/caller.js'
import { holder, makeDepartment, makeRole, makeUser } from './support/organisation.js'

interface Line {
  seq: number
  kind: string
  content: unknown
}

async function filesThatSay(words: string): Promise<string[]> {
  const root = process.env.STORAGE_ROOT!
  const entries = await readdir(root, { recursive: true, withFileTypes: true })
  const paths = entries.filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name))
  const said = await Promise.all(paths.map(async (path) => (await readFile(path)).includes(words)))
  return paths.filter((_path, index) => said[index])
}

/** What the service told others keeps the name. */
async function assertOnlyInNotices(words: string, assert: Assert) {
  assert.deepEqual(await columnsThatSay(words), [
    'conversation_entries.content',
    'conversation_entries.search_text',
  ])
  const said = await db.from('conversation_entries').where('content', 'like', `%${words}%`)
  assert.deepEqual([...new Set(said.map((row) => row.content_type))], ['notice'])
}

async function sweepFiles() {
  const sweep = await app.container.make(SweepFiles)
  clock.travel(1_000)
  await sweep.handle(0)
}

test.group('Access | erasure of personal data', (group) => {
  group.setup(() => openGate().shut)
  group.each.teardown(() => clock.restore())

  test('leave of a person no name, no word and no trace in any column or file', async ({
    client,
    assert,
  }) => {
    const { mark, user, bob, conversationId, documentId } = await plantedPerson(client)
    const planted = await columnsThatSay(mark)
    for (const column of PLANTED) assert.include(planted, column)
    assert.isNotEmpty(await filesThatSay(mark))

    const admin = await administrator(client)
    const erased = await admin.must(admin.delete(`users/${user.id}/personal-data`))
    await sweepFiles()
    await assertOnlyInNotices(mark, assert)
    assert.deepEqual(await filesThatSay(mark), [])
    assert.equal(erased.userId, user.id)
    assert.isNotNull(erased.erasedAt)

    const history = await client
      .get(`/app/im/conversations/${conversationId}/messages`)
      .bearerToken(bob.token)
    const { items } = history.body().data
    assert.deepEqual(
      items.map(({ seq, kind, content }: Line) => [seq, kind, content]),
      [...[1, 2, 5].map((seq) => [seq, 'message', null]), [6, 'erased', { userId: user.id }]]
    )
    const versions = await client.get(`/app/document/${documentId}/versions`).loginAs(bob.user)
    assert.equal(versions.body().data[0].authorName, 'Erased person')
  })

  test('let nobody in as the person, and nobody have the account', async ({ client, assert }) => {
    const { user, accessToken } = await loggedIn(client)
    const admin = await administrator(client)
    const first = await admin.must(admin.delete(`users/${user.id}/personal-data`))
    const second = await admin.must(admin.delete(`users/${user.id}/personal-data`))
    assert.deepEqual(second, first)

    ;(await client.get('/app/auth/user/info').bearerToken(accessToken)).assertStatus(401)
    const login = { username: user.username, password: PASSWORD }
    ;(await client.post('/app/auth/login').json(login)).assertStatus(400)
    const status = await admin.put(`users/${user.id}/status`, { status: 'enabled' })
    status.assertStatus(409)
    ;(await admin.put(`users/${user.id}`, { nickname: 'Bob' })).assertStatus(409)
    const password = { password: 'another horse battery' }
    ;(await admin.put(`users/${user.id}/password`, password)).assertStatus(409)
    const seen = await admin.must(admin.get(`users/${user.id}`))
    assert.containSubset(seen, { nickname: 'Erased person', status: 'disabled', email: null })
  })

  test('finish what was cut short when asked again', async ({ client, assert }) => {
    const { user, mark } = await plantedPerson(client)
    const personal = await app.container.make(PersonalData)
    const holding = personal.holdings().at(-1)!
    const { erase } = holding
    holding.erase = () => Promise.reject(new Error('cut short'))
    const erasePerson = await app.container.make(ErasePerson)
    await assert.rejects(() => erasePerson.ofAnybody(user.id), 'cut short')
    holding.erase = erase
    assert.isNull((await Erasure.findByOrFail({ userId: user.id })).erasedAt)

    await erasePerson.ofAnybody(user.id)
    await sweepFiles()
    await assertOnlyInNotices(mark, assert)
    assert.isNotNull((await Erasure.findByOrFail({ userId: user.id })).erasedAt)
  })
})

/** What the person of this test is known by: a field that nobody plants is one that nobody looks for. */
const PLANTED = [
  'conversation_entries.client_message_id',
  'conversation_entries.content',
  'conversations.name',
  'document_form_data.submitted_by_name',
  'document_logs.detail',
  'document_logs.operator_name',
  'document_versions.author_name',
  'document_versions.history',
  'documents.editing',
  'login_attempts.account',
  'security_events.account',
  'security_events.user_agent',
  'sessions.user_agent',
  'stored_files.original_name',
  'users.avatar',
  'users.email',
  'users.nickname',
  'users.phone',
  'users.username',
]

test.group('Access | who erases personal data', () => {
  const PERMISSION = 'system:user:erase'

  test('ask for a permission of its own, and for a person within reach', async ({
    client,
    assert,
  }) => {
    const [here, there] = [await makeDepartment(), await makeDepartment()]
    const [near, far] = [await makeUser([], here), await makeUser([], there)]
    const { caller: clerk } = await holder(client, ['system:user:delete'])
    ;(await clerk.delete(`users/${near.id}/personal-data`)).assertStatus(403)

    const role = await makeRole({ permissions: [PERMISSION], dataScope: 'department' })
    const officer = await makeUser([role], here)
    const caller = await callerOf(client, officer.username)
    ;(await caller.delete(`users/${far.id}/personal-data`)).assertStatus(404)
    ;(await caller.delete(`users/${officer.id}/personal-data`)).assertStatus(409)
    ;(await caller.delete(`users/${near.id}/personal-data`)).assertStatus(200)
    const left = await actAsSystem('look', () => User.findOrFail(far.id))
    assert.isNull(left.erasedAt)
  })

  test('leave who holds more than the one who asks, and the last administrator', async ({
    client,
    assert,
  }) => {
    const role = await makeRole({ permissions: [PERMISSION], dataScope: 'all' })
    const officer = await makeUser([role])
    const more = await makeRole({ permissions: ['system:user:list'], dataScope: 'all' })
    const other = await makeUser([more])
    const caller = await callerOf(client, officer.username)
    ;(await caller.delete(`users/${other.id}/personal-data`)).assertStatus(403)
    await logIn(client, other.username)

    const admin = await administrator(client)
    const last = await admin.must(admin.get('/app/auth/user/info'))
    const erasePerson = await app.container.make(ErasePerson)
    await assert.rejects(() => erasePerson.ofAnybody(last.user.id), /last administrator/)
    await administrator(client)
  })

  test('erase who was deleted before, by command alone', async ({ client, assert }) => {
    const user = await makeOperator()
    await makeOperator()
    const admin = await administrator(client)
    await admin.must(admin.delete(`users/${user.id}`))
    ;(await admin.delete(`users/${user.id}/personal-data`)).assertStatus(404)
    const erasure = await (await app.container.make(ErasePerson)).ofAnybody(user.id)
    assert.isNotNull(erasure.erasedAt)
  })
})
