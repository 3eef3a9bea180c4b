import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import type { ApiClient } from '@japa/api-client'
import { SettleTelling } from '../../../app/plugins/documents/recovery/settle_telling.js'
import DocumentLog from '../../../app/plugins/documents/models/document_log.js'
import { makeOperator } from '../../helpers/accounts.js'
import { configOf, editorStage, staged, type EditorStage } from '../../helpers/editor_stage.js'
import { noticesOf } from '../../helpers/heard_notices.js'
import { toldSession, type ToldSave } from '../../helpers/told_saves.js'

const LONG = 2_000

test.group('Documents | failed saves, as they are noted and told', (group) => {
  const notices = noticesOf(group)
  let stage: EditorStage
  group.setup(async () => {
    stage = await editorStage()
    return () => stage.close()
  })
  group.each.setup(() => {
    stage.configure({ sessionEndSeconds: 0.2 })
    return () => {
      stage.configure()
      delete stage.server.faults.saving
    }
  })

  const tellTheRest = async () => (await app.container.make(SettleTelling)).handle()
  const timesTold = (...users: { id: number }[]) => users.map(({ id }) => notices.toldTo(id).length)
  const linesOf = async (client: ApiClient, session: Awaited<ReturnType<typeof twoPeople>>) => {
    const logs = await client
      .get(`/app/document/${session.id}/logs`)
      .loginAs(session.owner)
      .qs({ size: '100' })
    return logs.body().data.items as { action: string; detail: Record<string, unknown> | null }[]
  }
  const failedIn = async (documentId: number) =>
    DocumentLog.query()
      .where({ documentId })
      .whereIn('action', ['save_failed', 'forced_save_failed'])
      .orderBy('id')

  async function twoPeople(client: ApiClient) {
    const session = await toldSession(client, stage)
    const other = await makeOperator()
    return { ...session, other, both: [session.owner.id, other.id] }
  }

  const withoutFile = { url: undefined, changesurl: undefined }

  test('are noted briefly, however long their history: status {status}')
    .with([{ status: 3 }, { status: 7 }])
    .run(async ({ client, assert }, { status }) => {
      const session = await twoPeople(client)
      const by = Array.from({ length: LONG }, (_, run) => session.both[run % 2]!)
      await session.save({ status, text: 'half', by }).send()
      stage.server.faults.output = 'notFound'
      await session.save({ status, text: 'other', by }).send()
      delete stage.server.faults.output
      const lines = await linesOf(client, session)
      assert.isAtLeast(lines.filter(({ action }) => action.endsWith('save_failed')).length, 4)
      for (const { detail } of lines) {
        assert.isBelow(JSON.stringify(detail).length, 4_000)
        assert.notProperty(detail ?? {}, 'history')
      }
    })

  test('are answered briefly also where they were noted at length before', async ({
    client,
    assert,
  }) => {
    const session = await twoPeople(client)
    const history = { changes: Array.from({ length: LONG }, () => ({ created: 'then' })) }
    const users = Array.from({ length: LONG }, (_, id) => String(id))
    const detail = { status: 3, users, history, reason: 'It was so' }
    await DocumentLog.create({ documentId: session.id, action: 'save_failed', detail })
    const line = (await linesOf(client, session)).find(({ action }) => action === 'save_failed')
    assert.deepEqual(line!.detail, { status: 3, reason: 'It was so' })
  })

  test('are kept and told once, however often they come', async ({ client, assert }) => {
    const { id, owner, other, both, save } = await twoPeople(client)
    const failed = save({ status: 3, text: 'half', by: both })
    for (let times = 0; times < 3; times++) assert.isTrue((await failed.send()).saved)
    assert.lengthOf(await DocumentLog.query().where({ documentId: id }).whereNotNull('fileId'), 2)
    assert.deepEqual(timesTold(owner, other), [1, 1])
    await tellTheRest()
    assert.deepEqual(timesTold(owner, other), [1, 1])
  })

  test('are told later, and once, where nobody could be reached as they were kept', async ({
    client,
    assert,
  }) => {
    const { owner, other, both, save } = await twoPeople(client)
    notices.isDown = true
    const failed = save({ status: 3, text: 'half', by: both })
    for (let times = 0; times < 2; times++) assert.isTrue((await failed.send()).saved)
    await tellTheRest()
    notices.isDown = false
    for (let times = 0; times < 2; times++) await tellTheRest()
    assert.deepEqual(timesTold(owner, other), [1, 1])
    assert.include(notices.toldTo(other.id)[0]!.body, 'ask your administrator for that file')
  })

  test('are told to all who were inside, where no history says who changed something', async ({
    client,
    assert,
  }) => {
    const { id, owner, config, other, save } = await twoPeople(client)
    const editors = [
      await stage.server.open(config),
      await stage.server.open(await configOf(client, id, other)),
    ]
    await save({ status: 3, text: 'half', more: { users: [String(owner.id)] } }).send()
    assert.deepEqual(timesTold(owner, other), [1, 1])
    for (const editor of editors) editor.vanish()
  })

  test('are told also to whoever was let in and not heard of, where no history says more', async ({
    client,
    assert,
  }) => {
    const { id, owner, config, other, save } = await twoPeople(client)
    await configOf(client, id, other)
    const editor = await stage.server.open(config)
    await save({ status: 3, text: 'half', more: { history: {}, users: [String(owner.id)] } }).send()
    assert.deepEqual(timesTold(owner, other), [1, 1])
    editor.vanish()
  })

  const REPEATED: (ToldSave & { title: string })[] = [
    { title: 'with nothing to keep', status: 3, text: 'half', more: withoutFile },
    { title: 'in a session that goes on', status: 7, text: 'half', more: withoutFile },
    { title: 'in a session that goes on, with a file', status: 7, text: 'half' },
  ]
  test('are told once to each of two people: {title}')
    .with(REPEATED)
    .run(async ({ client, assert }, { title: _title, ...told }) => {
      const { owner, other, both, save } = await twoPeople(client)
      for (let times = 0; times < 3; times++) await save({ ...told, by: both }).send()
      await Promise.all([1, 2, 3].map(() => save({ ...told, by: both }).send()))
      assert.deepEqual(timesTold(owner, other), [1, 1])
    })

  test('are told to whoever joins the work later, and to nobody again', async ({
    client,
    assert,
  }) => {
    const { id, owner, other, both, save } = await twoPeople(client)
    const send = (by: number[]) => save({ status: 7, text: 'half', by, more: withoutFile }).send()
    await send([owner.id])
    await send(both)
    await send([...both].reverse())
    await send([owner.id])
    assert.deepEqual(timesTold(owner, other), [1, 1])
    await save({ status: 6, text: 'good', by: both }).send()
    await send(both)
    assert.deepEqual(timesTold(owner, other), [2, 2])
    assert.lengthOf(await failedIn(id), 5)
  })

  test('tell of work that is given up later, and once, where nobody could be reached', async ({
    client,
    assert,
  }) => {
    const { id, owner } = await staged(client)
    stage.server.faults.saving = true
    const editor = await stage.server.open(await configOf(client, id, owner))
    editor.edit('Never to be written.')
    await editor.close()
    const by = await makeOperator({ nickname: 'Ada' })
    notices.heard.length = 0
    notices.isDown = true
    const given = await client.delete(`/app/document/${id}/unsaved-work`).loginAs(by)
    given.assertStatus(200)
    await tellTheRest()
    assert.lengthOf(notices.heard, 0)
    notices.isDown = false
    for (let times = 0; times < 2; times++) await tellTheRest()
    assert.deepEqual(timesTold(owner), [1])
    assert.include(notices.toldTo(owner.id)[0]!.body, 'Ada')
  })
})
