import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import type { ApiClient } from '@japa/api-client'
import { ErasePerson } from '../../../app/plugins/access/actions/erase_person.js'
import { makeOperator } from '../../helpers/accounts.js'
import {
  configOf,
  documentOf,
  editorStage,
  takeRights,
  versionsOf,
  type EditorStage,
} from '../../helpers/editor_stage.js'
import { noticesOf } from '../../helpers/heard_notices.js'
import { toldSession } from '../../helpers/told_saves.js'

const EITHER_WAY = [
  { title: 'with all names', isErased: false },
  { title: 'with a name erased', isErased: true },
]

const JOINED = 1
const LEFT = 0

test.group('Documents | sessions of which somebody is erased while they go on', (group) => {
  const notices = noticesOf(group)
  let stage: EditorStage
  group.setup(async () => {
    stage = await editorStage()
    return () => stage.close()
  })

  /** The document server goes on telling their name. */
  async function erase(id: number): Promise<void> {
    await (await app.container.make(ErasePerson)).ofAnybody(id)
  }

  async function session(client: ApiClient) {
    const made = await toldSession(client, stage)
    const writer = await makeOperator()
    const other = await makeOperator()
    const theirs = await configOf(client, made.id, other)
    const comings = [await configOf(client, made.id, writer), theirs]
    const key = made.config.document.key
    const hear = (type: number, { id }: { id: number }, inside: readonly { id: number }[]) =>
      stage.server.sendCallback({
        callbackUrl: comings[id === writer.id ? 0 : 1]!.editorConfig.callbackUrl!,
        payload: {
          key,
          status: 1,
          users: inside.map((one) => String(one.id)),
          actions: [{ type, userid: String(id) }],
        },
      })
    await hear(JOINED, writer, [writer])
    return { ...made, writer, other, hear }
  }

  test('keep beside what somebody wrote who had no right to any more, {title}')
    .with(EITHER_WAY)
    .run(async ({ client, assert }, { isErased }) => {
      const { id, save, writer, other, hear } = await session(client)
      assert.isTrue((await save({ status: 6, text: 'A', by: [writer.id] }).send()).saved)
      takeRights(stage, other)
      await hear(JOINED, other, [writer, other])
      await hear(LEFT, writer, [other])
      if (isErased) await erase(writer.id)

      const both = [writer.id, other.id]
      assert.isTrue((await save({ text: 'A B', by: both, changed: 20 }).send()).saved)
      const { kind, beside } = (await versionsOf(id)).at(-1)!
      assert.deepEqual([kind, beside], ['late', true])
      assert.equal((await documentOf(id)).versionNo, 2)
      assert.isNotEmpty(notices.toldTo(other.id))
    })

  test('keep a newer save present when an older one comes after it, {title}')
    .with(EITHER_WAY)
    .run(async ({ client, assert }, { isErased }) => {
      const { id, save, writer, other, hear } = await session(client)
      await hear(JOINED, other, [writer, other])
      const older = save({ status: 6, text: 'A', by: [writer.id] })
      const newer = save({ status: 6, text: 'A B', by: [writer.id, other.id], changed: 20 })
      assert.isTrue((await newer.send()).saved)
      await hear(LEFT, writer, [other])
      if (isErased) await erase(writer.id)

      await older.send()
      const versions = await versionsOf(id)
      const besides = versions.map(({ beside }) => beside)
      assert.deepEqual(besides, [false, false, true])
      assert.equal((await documentOf(id)).versionNo, 2)
    })
})
