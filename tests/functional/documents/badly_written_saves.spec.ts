import { test } from '@japa/runner'
import DocumentKey from '../../../app/plugins/documents/models/document_key.js'
import type { User } from '#plugins/identity/main'
import {
  configOf,
  documentOf,
  editorStage,
  versionsOf,
  type EditorStage,
} from '../../helpers/editor_stage.js'
import { noticesOf } from '../../helpers/heard_notices.js'
import { forgetKept, sweep } from '../../helpers/lost_saves.js'
import { wordBytes } from '../../helpers/packages.js'
import { nextSession, toldSession, type Session, type ToldSave } from '../../helpers/told_saves.js'
import { until } from '../../helpers/until.js'
import { keptContents } from './support/kept_files.js'

const TRIES = 4
const NOT_THERE = { url: undefined, changesurl: undefined }

test.group('Documents | saves that are written badly, and lost on their way', (group) => {
  const notices = noticesOf(group)
  let stage: EditorStage
  group.setup(async () => {
    stage = await editorStage()
    return () => stage.close()
  })
  group.each.setup(() => {
    return () => {
      delete stage.server.faults.output
      forgetKept(stage)
    }
  })

  /** As the document server gives it up: what it wrote goes where lost saves are kept. */
  async function lose({ config, save }: Session, told: ToldSave, bytes?: Uint8Array) {
    const failed = save({ status: 3, ...told })
    stage.server.faults.output = 'unavailable'
    for (let attempt = 1; attempt <= TRIES; attempt++) await failed.send()
    delete stage.server.faults.output
    stage.server.store.forget(config.document.key, 'docx', bytes ?? failed.bytes)
    return failed
  }

  const bodiesTo = ({ id }: User) => notices.toldTo(id).map(({ body }) => body)

  test('become no version, and are kept with the log and told', async ({ client, assert }) => {
    const session = await toldSession(client, stage)
    const { id, owner, config } = session
    const { bytes } = await lose(session, { text: 'Half of it', by: [owner.id] })
    assert.containsSubset(await sweep(), { recovered: 1, failed: 0 })
    assert.equal((await documentOf(id)).versionNo, 1)
    assert.lengthOf(await versionsOf(id), 1)
    assert.deepEqual(await keptContents(session.id), [Buffer.from(bytes)])
    assert.isEmpty(stage.server.store.forgottenKeys())
    assert.notEqual((await configOf(client, id, owner)).document.key, config.document.key)
    const [first, second, ...more] = bodiesTo(owner)
    assert.include(first!, 'It still has them')
    assert.include(second!, 'does not have them any more')
    assert.include(second!, 'may be incomplete')
    assert.include(second!, 'ask your administrator for that file')
    assert.isEmpty(more)
  })

  test('are known again where they were kept as they came, and the answer was lost', async ({
    client,
    assert,
  }) => {
    const session = await toldSession(client, stage)
    const { id, owner, config, save } = session
    const failed = save({ status: 3, text: 'Half of it', by: [owner.id] })
    for (let attempt = 1; attempt <= TRIES; attempt++) await failed.send()
    stage.server.store.forget(config.document.key, 'docx', failed.bytes)
    assert.containsSubset(await sweep(), { recovered: 0, known: 1, failed: 0 })
    assert.isEmpty(stage.server.store.forgottenKeys())
    assert.lengthOf(await versionsOf(id), 1)
    assert.lengthOf(await keptContents(session.id), 1)
    assert.lengthOf(bodiesTo(owner), 1)
  })

  test('do not replace a whole forced save', async ({ client, assert }) => {
    const session = await toldSession(client, stage)
    const { id, owner, save } = session
    await save({ status: 6, text: 'ALL OF IT', by: [owner.id] }).send()
    await lose(session, { text: 'HALF', by: [owner.id] })
    await sweep()
    assert.equal((await documentOf(id)).versionNo, 2)
    assert.lengthOf(await versionsOf(id), 2)
    assert.isFalse(bodiesTo(owner).some((body) => body.includes('There is nothing to do')))
  })

  test('are told also where they hold no more than the present version', async ({
    client,
    assert,
  }) => {
    const session = await toldSession(client, stage)
    const { id, owner, save } = session
    const whole = save({ status: 6, text: 'SAME', by: [owner.id] })
    await whole.send()
    await lose(session, { text: 'SAME', by: [owner.id] }, whole.bytes)
    await sweep()
    assert.lengthOf(await versionsOf(id), 2)
    assert.include(bodiesTo(owner).at(-1)!, 'may be incomplete')
  })

  test('are known by what a forced save had brought, where nothing else was heard of them', async ({
    client,
    assert,
  }) => {
    const session = await toldSession(client, stage)
    const { id, owner, config, save } = session
    const forced = save({ status: 7, text: 'Half of it', by: [owner.id] })
    await forced.send()
    stage.server.store.forget(config.document.key, 'docx', forced.bytes)
    await sweep()
    assert.lengthOf(await versionsOf(id), 1)
    assert.include(bodiesTo(owner).at(-1)!, 'may be incomplete')
  })

  test('are kept whatever state they are in', async ({ client, assert }) => {
    const session = await toldSession(client, stage)
    await lose(session, { text: '', by: [session.owner.id] }, Buffer.from('no document'))
    assert.containsSubset(await sweep(), { recovered: 1, failed: 0 })
    assert.deepEqual(await keptContents(session.id), [Buffer.from('no document')])
  })

  test('are known for what they are although they were named without a file', async ({
    client,
    assert,
  }) => {
    const session = await toldSession(client, stage)
    const { id, owner, config, save } = session
    await save({ status: 3, text: '', by: [owner.id], more: NOT_THERE }).send()
    stage.server.store.forget(config.document.key, 'docx', wordBytes('Half of it'))
    await sweep()
    assert.lengthOf(await versionsOf(id), 1)
    assert.lengthOf(await keptContents(session.id), 1)
  })

  test('are told from what was saved after nothing could be written', async ({
    client,
    assert,
  }) => {
    const session = await toldSession(client, stage)
    const { id, owner, config, save } = session
    await save({ status: 3, text: '', by: [owner.id], more: NOT_THERE }).send()
    const editor = await stage.server.open(config)
    editor.vanish()
    stage.server.room(config.document.key)!.remove()
    stage.server.store.forget(config.document.key, 'docx', wordBytes('All of it'))
    await sweep()
    assert.equal((await documentOf(id)).versionNo, 2)
  })

  test('are never present, whatever save comes since: status {status}')
    .with([{ status: 6 }, { status: 2 }])
    .run(async ({ client, assert }, { status }) => {
      const session = await toldSession(client, stage)
      const { id, owner, config, save } = session
      await lose(session, { text: 'Half of it', by: [owner.id] })
      await save({ status, text: 'All of it', by: [owner.id] }).send()
      const { failedSave } = await DocumentKey.findByOrFail({ editorKey: config.document.key })
      assert.equal(failedSave, status === 2 ? null : 'badly_written')
      await sweep()
      assert.equal((await documentOf(id)).versionNo, 2)
      assert.isAtLeast(bodiesTo(owner).length, 2)
    })

  test('are noted before anything of them is fetched', async ({ client, assert }) => {
    const { owner, config, save } = await toldSession(client, stage)
    const key = () => DocumentKey.findByOrFail({ editorKey: config.document.key })
    stage.server.faults.output = 'hanging'
    stage.configure({ downloadSeconds: 600 })
    const sent = save({ status: 3, text: 'Half of it', by: [owner.id] }).send()
    await until(async () => (await key()).failedSave !== null)
    assert.equal((await key()).failedSave, 'badly_written')
    stage.configure()
    void sent.catch(() => undefined)
  })

  test('lie beside where somebody went on from them, and are told', async ({ client, assert }) => {
    const session = await toldSession(client, stage)
    const { id, owner, save } = session
    await save({ status: 6, text: 'ALL OF IT', by: [owner.id] }).send()
    await lose(session, { text: 'HALF', by: [owner.id] })
    await save({ text: 'HALF, and more', more: { history: {}, users: [String(owner.id)] } }).send()
    const versions = await versionsOf(id)
    assert.equal((await documentOf(id)).versionNo, 2)
    assert.containsSubset(versions.at(-1)!.$attributes, { no: 3, beside: true, badlyWritten: true })
    assert.include(bodiesTo(owner).at(-1)!, 'version 3, beside the present version 2')
    assert.include(bodiesTo(owner).at(-1)!, 'written badly')
  })

  test('are told, and end their key, though a file like theirs was kept of an earlier session', async ({
    client,
    assert,
  }) => {
    const session = await toldSession(client, stage)
    const { id, owner } = session
    const half = Buffer.from(wordBytes('What is left'))
    const ofBytes = () => ({
      url: stage.server.offer(half, 'docx'),
      history: {},
      users: [String(owner.id)],
    })
    const failed = (of: Session) => of.save({ status: 3, text: '', more: ofBytes() })
    await failed(session).send()
    const next = await nextSession(client, stage, session)
    assert.isTrue((await failed(next).send()).saved)
    assert.lengthOf(bodiesTo(owner), 2)
    assert.lengthOf(await keptContents(session.id), 2)
    assert.notEqual((await documentOf(id)).editorKey, next.config.document.key)
  })
})
