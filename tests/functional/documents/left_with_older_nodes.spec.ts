import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import type { ApiClient } from '@japa/api-client'
import { clock } from '#kernel/state/clock'
import type { User } from '#plugins/identity/main'
import { OlderOpenings } from '../../../app/plugins/documents/live/older_openings.js'
import DocumentKey from '../../../app/plugins/documents/models/document_key.js'
import DocumentLog from '../../../app/plugins/documents/models/document_log.js'
import DocumentOpening from '../../../app/plugins/documents/models/document_opening.js'
import { SilentSessions } from '../../../app/plugins/documents/recovery/silent_sessions.js'
import { makeOperator } from '../../helpers/accounts.js'
import { configOf, editorStage, staged, type EditorStage } from '../../helpers/editor_stage.js'
import { noticesOf } from '../../helpers/heard_notices.js'

const MINUTE_MS = 60_000

test.group('Documents | whoever left while a node of an older release heard it', (group) => {
  const notices = noticesOf(group)
  let stage: EditorStage
  let [ann, bob, cid]: User[] = []
  group.setup(async () => {
    stage = await editorStage({ now: () => clock.now() })
    return () => stage.close()
  })
  group.each.setup(async () => {
    ;[ann, bob, cid] = [await makeOperator(), await makeOperator(), await makeOperator()]
    return () => clock.restore()
  })

  /** An older node notes no more than who comes, who goes, and who is inside. */
  async function heardByOlder(editorKey: string, documentId: number) {
    await DocumentOpening.query().where({ editorKey }).delete()
    const heard = { openedAt: null, heardAt: null, servedAt: null }
    await DocumentKey.query().where({ editorKey }).update(heard)
    await DocumentLog.query()
      .where({ documentId })
      .whereIn('action', ['editing_started', 'editing_left'])
      .update({ detail: null, keyId: null })
  }

  const open = async (client: ApiClient, id: number, who: User) =>
    stage.server.open(await configOf(client, id, who))

  /** Bob stays; Cid had left when a forced save came, Ann after it. */
  async function left(client: ApiClient) {
    const { id } = await staged(client, ann)
    const { key } = (await configOf(client, id, ann!)).document
    const [first, second, third] = [
      await open(client, id, ann!),
      await open(client, id, bob!),
      await open(client, id, cid!),
    ]
    third.edit('Cid was here.')
    await third.close()
    clock.travel(MINUTE_MS)
    await first.forceSave()
    clock.travel(2 * MINUTE_MS)
    first.edit('Ann was here.')
    await first.close()
    await heardByOlder(key, id)
    return { id, key, second }
  }

  async function note() {
    const older = await app.container.make(OlderOpenings)
    await older.handle()
  }

  async function lost() {
    stage.server.reset()
    clock.travel(3 * 60 * MINUTE_MS)
    await (await app.container.make(SilentSessions)).handle()
  }

  const told = () =>
    [ann!, bob!, cid!].map(({ id }) =>
      notices.toldTo(id).map(({ title }) => title.includes('may not have arrived'))
    )

  test('is told when the session is lost, unless all was saved since', async ({
    client,
    assert,
  }) => {
    const { key } = await left(client)
    for (let times = 0; times < 2; times++) await note()
    assert.lengthOf(await DocumentOpening.query().where({ editorKey: key }), 2)
    await lost()
    assert.deepEqual(told(), [[true], [true], []])
  })

  test('is not told of an earlier session that was closed without changes', async ({
    client,
    assert,
  }) => {
    const { id } = await staged(client, ann)
    const { key } = (await configOf(client, id, cid!)).document
    await (await open(client, id, cid!)).close()
    clock.travel(MINUTE_MS)
    await (await open(client, id, bob!)).edit('Bob is here.')
    await heardByOlder(key, id)
    await note()
    await lost()
    assert.deepEqual(told(), [[], [true], []])
  })
})
