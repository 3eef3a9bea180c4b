import { test } from '@japa/runner'
import type { ApiClient } from '@japa/api-client'
import { everything } from '#kernel/acting/main'
import type { User } from '#plugins/identity/main'
import { onEveryDatabase } from '#tests/helpers/on_every_database'
import { makeOperator } from '../../helpers/accounts.js'
import { configOf, documentOf, layInTrash, staged, versionsOf } from '../../helpers/editor_stage.js'
import { lookedAfter } from '../../helpers/looked_after.js'
import { loseWork } from '../../helpers/lost_saves.js'

interface Verb {
  title: string
  /** Where a save that comes later lies. */
  later?: string
  request: (client: ApiClient, path: string, id: number) => ReturnType<ApiClient['post']>
}

let handler: User

const VERBS: Verb[] = [
  {
    title: 'restore',
    later: 'session_ended',
    request: (client, path) => client.post(`${path}/versions/1/restore`),
  },
  {
    title: 'submit',
    later: 'locked',
    request: (client, path) => client.post(`${path}/submit`).json({ handlerIds: [handler.id] }),
  },
  { title: 'delete', later: 'in_trash', request: (client, path) => client.delete(path) },
]

const OTHERS: Verb[] = [
  {
    title: 'delete several',
    request: (client, _path, id) => client.delete(`/app/document?ids=${id}`),
  },
  {
    title: 'remove for good',
    request: (client, _path, id) => client.delete(`/app/document/trash/${id}`),
  },
]

const [RESTORE, SUBMIT, DELETE] = VERBS as [Verb, Verb, Verb]

const send = (client: ApiClient, { request }: Verb, id: number, user: User, drop = false) =>
  request(client, `/app/document/${id}`, id).loginAs(user).qs({ drop })

test.group('Documents | ending an editing session', (group) => {
  onEveryDatabase(group)
  const there = lookedAfter(group)
  const { notices, courier } = there
  group.each.setup(async () => {
    handler = await makeOperator()
    there.stage.configure({ sessionEndSeconds: 0.1 })
  })

  const stateOf = async (id: number) => {
    const { sessionKey, status, deletedAt, versionNo } = await documentOf(id)
    return { sessionKey, status, deletedAt, versionNo }
  }

  const untouched = (sessionKey: string) => {
    return { sessionKey, status: 'draft' as const, deletedAt: null, versionNo: 1 }
  }

  test('{title}: refuse with the names of who is inside')
    .with(VERBS)
    .run(async ({ client, assert }, verb) => {
      const { id, owner, key } = await there.edited(client)
      const other = await makeOperator({ nickname: 'Ada' })
      await there.stage.server.open(await configOf(client, id, other))
      const refused = await send(client, verb, id, owner)
      refused.assertStatus(409)
      refused.assertBodyContains({ data: { reason: 'E_BEING_EDITED' } })
      for (const name of [owner.nickname, 'Ada']) assert.include(refused.body().message, name)
      assert.deepEqual(await stateOf(id), untouched(key))
    })

  test('{title}: with drop=true, force a save, disconnect, and place what comes later beside')
    .with(VERBS)
    .run(async ({ client, assert }, verb) => {
      const { id, owner, editor, key } = await there.edited(client)
      editor.obeys = false
      ;(await send(client, verb, id, await makeOperator(), true)).assertStatus(200)
      const saved = (await versionsOf(id))[1]!
      assert.containsSubset(saved.$attributes, { kind: 'forced_save', placement: 'current' })
      const commands = there.stage.server.log.commandsOf(key).map(({ c }) => c)
      assert.deepEqual(commands, ['info', 'forcesave', 'drop'])
      const before = await documentOf(id)
      assert.notEqual(before.sessionKey, key)

      editor.edit('Later.')
      assert.isTrue((await editor.close())!.saved)
      const late = (await versionsOf(id)).at(-1)!
      assert.containsSubset(late.$attributes, { placement: verb.later, authorId: owner.id })
      const after = await documentOf(id)
      assert.equal(after.versionNo, before.versionNo)
      assert.equal(after.sessionKey, before.sessionKey)
      const [told, ...more] = notices.toldTo(owner.id).filter(({ data }) => data?.versionNo)
      assert.include(told!.body, `version ${late.no}`)
      assert.isEmpty(more)
    })

  test('{title}: take the permission to disconnect people, which the refusal names')
    .with([...VERBS, ...OTHERS])
    .run(async ({ client, assert }, verb) => {
      const { id, editor } = await there.edited(client)
      if (verb.title === 'remove for good') await layInTrash(id)
      const user = await makeOperator()
      there.stage.gate.tell(user.id, null, 'document:document:drop')
      const refused = await send(client, verb, id, user, true)
      refused.assertStatus(403)
      assert.include(refused.body().message, 'document:document:drop')
      assert.isTrue(editor.canEdit)
    })

  test('{title}: refuse after a crash with unsaved changes, until they were opened and closed')
    .with(VERBS)
    .run(async ({ client, assert }, verb) => {
      const { id, owner, key } = await there.edited(client)
      there.stage.server.crash()
      const refused = await send(client, verb, id, owner)
      refused.assertStatus(409)
      refused.assertBodyContains({ data: { reason: 'E_UNSAVED_WORK' } })
      assert.include(refused.body().message, 'open the document once in the editor and close it')
      assert.deepEqual(await stateOf(id), untouched(key))
      const again = await there.stage.server.open(await configOf(client, id, owner))
      await again.close()
      assert.equal((await documentOf(id)).versionNo, 2)
      ;(await send(client, verb, id, owner)).assertStatus(200)
    })

  test('{title}: abandon unsaved changes with drop=true and the permission to, else 403')
    .with(VERBS)
    .run(async ({ client, assert }, verb) => {
      const { id, owner, key } = await there.edited(client)
      there.stage.server.crash()
      there.stage.gate.tell(owner.id, null, 'document:document:abandon')
      const refused = await send(client, verb, id, owner, true)
      refused.assertStatus(403)
      assert.include(refused.body().message, 'document:document:abandon')
      assert.deepEqual(await stateOf(id), untouched(key))
      there.stage.gate.tell(owner.id, everything, 'document:document:abandon')
      ;(await send(client, verb, id, owner, true)).assertStatus(200)
      assert.notEqual((await documentOf(id)).sessionKey, key)
    })

  test('{title}: go on where the end of the session was missed')
    .with(VERBS)
    .run(async ({ client }, verb) => {
      const { id, owner, config } = await staged(client)
      const editor = await there.stage.server.open(config)
      courier.fate = ({ isAnswer }) => (isAnswer ? 'delivered' : 'request_lost')
      await editor.close()
      ;(await send(client, verb, id, owner)).assertStatus(200)
    })

  test('{title}: take over first what could not be delivered')
    .with(VERBS)
    .run(async ({ client, assert }, verb) => {
      const { id, owner, config } = await staged(client)
      await loseWork(there.stage, config)
      ;(await send(client, verb, id, owner)).assertStatus(200)
      const recovered = (await versionsOf(id))[1]!
      assert.containsSubset(recovered.$attributes, { kind: 'recovered', placement: 'current' })
      assert.isEmpty(there.stage.server.store.forgottenKeys())
    })

  test('{title}: change nothing while the document server cannot be asked')
    .with(VERBS)
    .run(async ({ client, assert }, verb) => {
      const { id, owner, key } = await there.edited(client)
      there.stage.configure({ documentServerInternalUrl: 'http://127.0.0.1:9' })
      for (const drop of [false, true])
        (await send(client, verb, id, owner, drop)).assertStatus(503)
      assert.deepEqual(await stateOf(id), untouched(key))
    })

  test('restore and submit at once: neither changes what the other made', async ({
    client,
    assert,
  }) => {
    const { id, owner } = await there.edited(client)
    const verbs = [RESTORE, SUBMIT]
    const answers = await Promise.all(verbs.map((verb) => send(client, verb, id, owner, true)))
    const [restored, submitted] = answers.map((answer) => answer.body())
    const { versionNo, status } = await documentOf(id)
    assert.containsSubset(submitted, { code: 200, data: { versionNo, status } })
    assert.equal(status, 'in_review')
    if (restored.code === 200) assert.equal(restored.data.no, versionNo)
    else assert.containsSubset(restored, { code: 400, data: { reason: 'E_DOCUMENT_STATE' } })
  })

  for (const decision of ['approve', 'return'])
    test(`restore and ${decision} at once: one wins, and nothing is lost`, async ({
      client,
      assert,
    }) => {
      const { id, owner } = await there.edited(client)
      ;(await send(client, SUBMIT, id, owner, true)).assertStatus(200)
      const [restored, decided] = await Promise.all([
        send(client, RESTORE, id, owner, true),
        client.post(`/app/document/${id}/review`).loginAs(handler).json({ decision }),
      ])
      decided.assertStatus(200)
      const { versionNo } = await documentOf(id)
      if (restored.status() === 400) assert.equal(versionNo, 2)
      else assert.deepEqual([decision, restored.status(), versionNo], ['return', 200, 3])
      const [, saved] = await versionsOf(id)
      assert.containsSubset(saved!.$attributes, { kind: 'forced_save', placement: 'current' })
    })

  test('delete once, however often it is asked at once', async ({ client, assert }) => {
    const { id, owner } = await staged(client)
    const answers = await Promise.all([1, 2, 3].map(() => send(client, DELETE, id, owner)))
    assert.deepEqual(answers.map((answer) => answer.status()).sort(), [200, 404, 404])
  })
})
