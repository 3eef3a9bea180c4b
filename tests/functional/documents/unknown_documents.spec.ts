import app from '@adonisjs/core/services/app'
import db from '@adonisjs/lucid/services/db'
import { test } from '@japa/runner'
import type { ApiClient } from '@japa/api-client'
import { UnknownDocuments } from '../../../app/plugins/documents/callbacks/unknown_documents.js'
import { finalSave, LEFT } from '../../fakes/document_server/callback_payloads.js'
import { HeldCourier } from '../../fakes/document_server/held_courier.js'
import {
  configOf,
  editorStage,
  goingOn,
  staged,
  type EditorStage,
} from '../../helpers/editor_stage.js'
import { loggedWarnings } from '../../helpers/logged_warnings.js'
import { noticesOf } from '../../helpers/heard_notices.js'
import { forgetKept, loseWork, sweep } from '../../helpers/lost_saves.js'
import { until } from '../../helpers/until.js'
import { makeOperator } from '../../helpers/accounts.js'

const PARTS = [
  'document_openings',
  'document_saves',
  'document_logs',
  'document_versions',
  'document_keys',
]

test.group('Documents | documents that a restored backup does not know', (group) => {
  const notices = noticesOf(group)
  let stage: EditorStage
  let warned: Record<string, unknown>[]
  const courier = new HeldCourier()
  group.setup(async () => {
    stage = await editorStage({ courier })
    return () => stage.close()
  })
  group.each.setup(() => {
    let restore = () => {}
    warned = loggedWarnings((work) => void (restore = work))
    return () => {
      restore()
      courier.holds = () => false
      forgetKept(stage)
    }
  })

  /** Somebody is inside a document that was made after the backup, which is restored then. */
  async function restored(client: ApiClient) {
    const { id, owner, config } = await staged(client)
    const editor = await stage.server.open(config)
    editor.edit('A day of work.')
    await forget(id)
    return { id, owner, editor, key: config.document.key }
  }

  async function forget(id: number) {
    await stage.server.settled()
    for (const part of PARTS) await db.from(part).where({ document_id: id }).delete()
    await db.from('documents').where({ id }).delete()
  }

  const titlesFor = (userId: number) => notices.toldTo(userId).map(({ title }) => title)
  const warningsOf = (key: string) => warned.filter(({ editorKey }) => editorKey === key)

  test('tell once whose session it was that nothing of it is kept here, and where it lies', async ({
    client,
    assert,
  }) => {
    const { id, owner, editor, key } = await restored(client)
    assert.containsSubset(await editor.close(), { saved: false, reply: { status: 404 } })

    const again = await app.container.make(UnknownDocuments)
    const payload = { key, status: 2, users: [String(owner.id)], actions: [] }
    await again.tellOf({ doc: id, key, user: owner.id, issuedAt: 0 }, { payload, isSigned: true })

    assert.include(stage.server.store.forgottenKeys(), key)
    const [notice, ...others] = notices.toldTo(owner.id)
    assert.lengthOf(others, 0)
    assert.include(notice!.body, key)
    const [warning, ...more] = warningsOf(key)
    assert.lengthOf(more, 0)
    assert.containsSubset(warning, { documentId: id, userIds: [owner.id] })
    assert.include(warning!.msg as string, 'store of forgotten files')
  })

  test('tell nobody who changed nothing', async ({ client, assert }) => {
    const { id, owner, config } = await staged(client)
    const guest = await makeOperator()
    const theirs = await configOf(client, id, guest)
    const window = await stage.server.open(config)
    await forget(id)
    const late = await stage.server.open(theirs)
    await window.close()
    await late.close()
    await stage.server.settled()
    for (const one of [owner, guest]) assert.lengthOf(notices.toldTo(one.id), 0)
    assert.lengthOf(warningsOf(config.document.key), 0)
  })

  test('tell who changed something, and not whose session it was', async ({ client, assert }) => {
    const { id, owner, config } = await staged(client)
    const looker = await stage.server.open(config)
    const writer = await makeOperator()
    const editor = await stage.server.open(await configOf(client, id, writer))
    editor.edit('A day of work.')
    await forget(id)
    await editor.close()
    await looker.close()
    assert.lengthOf(notices.toldTo(writer.id), 1)
    assert.lengthOf(notices.toldTo(owner.id), 0)
    const [warning, ...more] = warningsOf(config.document.key)
    assert.lengthOf(more, 0)
    assert.containsSubset(warning, { documentId: id, userIds: [writer.id] })
  })

  const WRITERS = { none: ['owner'], header: ['owner', 'other'], body: ['owner', 'other'] } as const

  for (const form of ['none', 'header', 'body'] as const)
    test(`tell whom a callback names whose signature is: ${form}`, async ({ client, assert }) => {
      const { id, owner, config } = await staged(client)
      const people = { owner, other: await makeOperator() }
      await forget(id)
      const [first, last] = [people.owner, people.other].map((user) => String(user.id))
      const change = { documentSha256: '', created: '2026-01-01 00:00:00' }
      const changes = [first!, last!].map((by) => ({ ...change, user: { id: by, name: by } }))
      const payload = finalSave(config.document.key, {
        url: `${stage.server.url}/none.docx`,
        history: { changes },
        users: [last!],
        actions: [{ type: LEFT, userid: first! }],
        lastsave: '2026-01-01T00:00:00.000Z',
        notmodified: null,
      })
      const callbackUrl = config.editorConfig.callbackUrl!
      const { reply } = await stage.server.sendCallback({ callbackUrl, payload, form })
      assert.equal(reply?.status, 404)
      for (const who of ['owner', 'other'] as const) {
        const times = (WRITERS[form] as readonly string[]).includes(who) ? 1 : 0
        assert.lengthOf(notices.toldTo(people[who].id), times)
      }
    })

  test('tell who may have changed something, too, where they cannot be told from who only looked', async ({
    client,
    assert,
  }) => {
    const { id, owner, config } = await staged(client)
    await loseWork(stage, config)
    const writer = await makeOperator()
    const theirs = await goingOn(stage, client, id, writer)
    const editor = await stage.server.open(theirs)
    editor.edit('Upon what was lost.')
    stage.server.crash()
    const again = await stage.server.open(theirs)
    await forget(id)
    const { payload } = (await again.close())!
    assert.containsSubset(payload, { status: 2, history: {}, notmodified: null })
    const [notice, ...others] = notices.toldTo(writer.id)
    assert.lengthOf(others, 0)
    assert.include(notice!.title, 'may not be kept')
    assert.include(notice!.body, config.document.key)
    assert.lengthOf(notices.toldTo(owner.id), 0)
  })

  test('tell who left last, too, where only who changed last is said to have changed something', async ({
    client,
    assert,
  }) => {
    const { id, owner, config } = await staged(client)
    await loseWork(stage, config)
    const writer = await makeOperator()
    const theirs = await goingOn(stage, client, id, writer)
    const [first, last] = [await stage.server.open(config), await stage.server.open(theirs)]
    last.edit('Upon what was lost.')
    await forget(id)
    await last.close()
    await first.close()
    assert.deepEqual(titlesFor(writer.id), ['Changes of yours are not kept here'])
    assert.deepEqual(titlesFor(owner.id), ['Changes of yours may not be kept here'])
  })

  test('are sent again, and refused for good once whose work it was is told', async ({
    client,
    assert,
  }) => {
    const { owner, editor, key } = await restored(client)
    notices.isDown = true
    courier.holds = ({ attempt }, at) => at === 'turn' && attempt === 2
    const closing = editor.close()
    await until(() => courier.held.length === 1)
    notices.isDown = false
    courier.held[0]!.release()
    assert.containsSubset(await closing, { saved: false, reply: { status: 404 } })
    assert.lengthOf(notices.toldTo(owner.id), 1)
    assert.lengthOf(warningsOf(key), 1)
  })

  test('stay with the document server where nobody can be told as often as it tries', async ({
    client,
    assert,
  }) => {
    const { owner, editor, key } = await restored(client)
    notices.isDown = true
    const window = await editor.close()
    assert.containsSubset(window, { saved: false, reply: { status: 503 } })
    assert.include(stage.server.store.forgottenKeys(), key)
    assert.equal(notices.begun, 4)
    assert.lengthOf(notices.toldTo(owner.id), 0)
    assert.lengthOf(warningsOf(key), 1)
  })

  test('say in the log, when their number changes, what lies there of sessions not known here', async ({
    client,
    assert,
  }) => {
    const { editor, key } = await restored(client)
    await editor.close()
    const said = () => warned.filter((line) => 'foreign' in line)

    assert.containsSubset(await sweep(), { foreign: 1 })
    assert.containsSubset(await sweep(), { foreign: 1 })
    assert.deepEqual(
      said().map(({ foreign, keys }) => ({ foreign, keys })),
      [{ foreign: 1, keys: [key] }]
    )

    forgetKept(stage)
    assert.containsSubset(await sweep(), { foreign: 0 })
    assert.lengthOf(said(), 1)
  })

  test('have the doctor name them', async ({ client, assert }) => {
    const { editor, key } = await restored(client)
    await editor.close()
    const user = await makeOperator()
    const response = await client.get('/app/document/editor/diagnosis').loginAs(user)
    const { checks } = response.body().data
    const { state, detail } = checks.find(({ check }: { check: string }) => check === 'lost saves')
    assert.equal(state, 'warning')
    assert.include(detail, key)
  })
})
