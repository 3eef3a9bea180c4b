import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import type { ApiClient } from '@japa/api-client'
import { OneAtATime } from '../../../app/plugins/documents/sessions/one_at_a_time.js'
import { makeOperator } from '../../helpers/accounts.js'
import {
  configOf,
  staged,
  documentOf,
  editorStage,
  type EditorStage,
  versionsOf,
} from '../../helpers/editor_stage.js'
import { lookedAfter, HOUR_MS } from '../../helpers/looked_after.js'
import { until } from '../../helpers/until.js'
import { HeldCourier } from '../../fakes/document_server/held_courier.js'
import { documentTexts } from '../../fakes/document_server/ooxml.js'
import { download } from '../../helpers/download.js'
import type { EditorConfig } from '#plugins/documents/main'
import type { User } from '#plugins/identity/main'
import { clock } from '#kernel/state/clock'
import { lose } from '../../helpers/lost_saves.js'

test.group('Documents | coming while a last save is taken', (group) => {
  const there = lookedAfter(group)
  group.tap((one) => one.timeout(60_000))
  group.each.teardown(() => void delete there.stage.server.faults.output)

  /** Its last save is on its way here, and comes so. */
  async function saving(client: ApiClient, output: 'slow' | 'stalling', downloadIdleSeconds = 30) {
    const { id, config } = await staged(client)
    const { server } = there.stage
    there.stage.configure({ downloadIdleSeconds })
    const editor = await server.open(config)
    editor.edit('Written.')
    server.faults.output = output
    const closed = editor.close()
    const saves = await app.container.make(OneAtATime)
    await until(async () => !(await saves.isIdle(id, 0)))
    return { id, key: config.document.key, closed, come: await makeOperator() }
  }

  test('waits for it, and goes on from what was saved', async ({ client, assert }) => {
    const { id, key, closed, come } = await saving(client, 'slow')
    const config = await configOf(client, id, come)
    assert.notEqual(config.document.key, key)
    assert.deepEqual((await there.stage.server.open(config)).texts, ['Written.'])
    assert.isTrue((await closed)!.saved)
  })
})

test.group('Documents | a key that is opened again', (group) => {
  const courier = new HeldCourier()
  let stage: EditorStage
  group.setup(async () => {
    stage = await editorStage({ courier })
    return () => stage.close()
  })
  group.each.setup(() => () => {
    courier.holds = () => false
    for (const held of [...courier.held]) held.release('request_lost')
    stage.configure()
  })

  async function textsOf(client: ApiClient, id: number) {
    const { versionNo } = await documentOf(id)
    const { bytes } = await download(client, `/app/document/${id}/versions/${versionNo}/content`)
    return documentTexts(bytes, 'docx')
  }

  /** Saved while its author was inside, but not when they left: then the document server crashed. */
  async function crashed(client: ApiClient) {
    const made = await staged(client)
    const editor = await stage.server.open(made.config)
    editor.edit('Once.')
    await editor.forceSave()
    courier.holds = ({ status }, at) => status === 2 && at === 'way'
    const left = editor.close()
    await until(() => courier.held.length > 0)
    stage.server.crash()
    courier.holds = () => false
    courier.held[0]!.release('request_lost')
    await left
    return { ...made, room: stage.server.room(made.config.document.key)! }
  }

  for (const view of [false, true]) {
    const who = view ? 'somebody who looks at it' : 'somebody who edits it'
    test(`give ${who} the content to which unsaved changes belong`, async ({ client, assert }) => {
      const { id, owner, config, room } = await crashed(client)
      const before = documentTexts(room.content, 'docx')
      room.expire()
      const response = await client
        .get(`/app/document/${id}/editor-config`)
        .qs({ view })
        .loginAs(owner)
      assert.equal(response.body().data.document.key, config.document.key)
      const { pathname, search } = new URL(response.body().data.document.url)
      const { bytes } = await download(client, `${pathname}${search}`)
      assert.notInclude(documentTexts(bytes, 'docx'), 'Once.')

      const editor = await stage.server.open(await configOf(client, id, owner))
      assert.deepEqual(editor.texts, before)
      editor.edit('Twice.')
      await editor.close()
      assert.deepEqual(await textsOf(client, id), [...before, 'Twice.'])
    })
  }
})

test.group('Documents | keys that the document server has forgotten', (group) => {
  const there = lookedAfter(group)

  const open = async (client: ApiClient, id: number, who: User) =>
    there.stage.server.open(await configOf(client, id, who))

  async function presentTexts(client: ApiClient, id: number): Promise<string[]> {
    const { versionNo } = await documentOf(id)
    const { bytes } = await download(client, `/app/document/${id}/versions/${versionNo}/content`)
    return documentTexts(bytes, 'docx')
  }

  /** Somebody has it open on a laptop whose connection broke a day ago. */
  async function asleep(client: ApiClient) {
    const { id, owner, config } = await staged(client)
    const laptop = await there.stage.server.open(config)
    await laptop.close()
    clock.travel(25 * HOUR_MS)
    there.stage.server.forget(config.document.key)
    return { id, owner, laptop, key: config.document.key }
  }

  /** Somebody’s last save cannot be delivered, and they come again. */
  async function putAside(client: ApiClient, settingsThen?: Partial<EditorConfig>) {
    const { id, owner, config } = await staged(client)
    const laptop = await there.stage.server.open(config)
    laptop.edit('Put aside.')
    await lose(there.stage, laptop, settingsThen)
    return { id, laptop, key: config.document.key, desk: await open(client, id, owner) }
  }

  for (const others of ['the same person', 'somebody else'])
    test(`are given to nobody, so that a page of before comes back among no others: ${others}`, async ({
      client,
      assert,
    }) => {
      const { id, owner, laptop, key } = await asleep(client)
      const who = others === 'somebody else' ? await makeOperator() : owner
      const desk = await open(client, id, who)
      assert.notEqual(desk.room.key, key)
      await assert.rejects(() => there.stage.server.wake(laptop), /no cache/)
      desk.edit('At the desk.')
      await desk.close()
      assert.deepEqual(await presentTexts(client, id), ['At the desk.'])
      assert.lengthOf(await versionsOf(id), 2)
    })

  test('leave nothing behind that was put aside', async ({ client, assert }) => {
    const { id, laptop, key, desk } = await putAside(client)
    assert.deepEqual(desk.texts, ['Put aside.'])
    assert.notEqual(desk.room.key, key)
    assert.isEmpty(there.stage.server.store.forgottenKeys())
    await assert.rejects(() => there.stage.server.wake(laptop), /no cache/)
    desk.edit('At the desk.')
    await desk.close()
    assert.deepEqual(await presentTexts(client, id), ['Put aside.', 'At the desk.'])
  })
})
