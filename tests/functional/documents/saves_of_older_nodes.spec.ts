import { test } from '@japa/runner'
import type { ApiClient } from '@japa/api-client'
import DocumentVersion from '../../../app/plugins/documents/models/document_version.js'
import {
  documentOf,
  editorStage,
  versionsOf,
  type EditorStage,
} from '../../helpers/editor_stage.js'
import { noticesOf } from '../../helpers/heard_notices.js'
import { toldSession, type ToldSave } from '../../helpers/told_saves.js'

const OTHER = 7
const HOUR = 3_600_000
const MINUTE = 60_000

test.group(
  'Documents | saves of sessions of which a node of an older release took some',
  (group) => {
    const notices = noticesOf(group)
    let stage: EditorStage
    let passed = 0
    group.setup(async () => {
      stage = await editorStage({ now: () => Date.now() + passed })
      return () => stage.close()
    })
    group.each.setup(() => {
      passed = 0
      return () => {
        delete stage.server.faults.undated
      }
    })

    async function session(client: ApiClient, clockMs = 0) {
      const { id, owner, save } = await toldSession(client, stage)
      const written = (secondsAgo: number, told: ToldSave) => {
        passed = clockMs - secondsAgo * 1000
        const made = save({ status: 6, ...told })
        passed = clockMs
        return made
      }
      /** It notes nothing of what it takes. */
      const takenByOlder = async (one: ReturnType<typeof written>) => {
        await one.send()
        const times = { assembledAt: null, changedAt: null, changedBy: null }
        await DocumentVersion.query()
          .where({ documentId: id, no: 2 })
          .update({ ...times, contentDigest: null, changesSize: null })
      }
      return { id, by: [owner.id], owner, written, takenByOlder }
    }

    const placesOf = async (id: number) => (await versionsOf(id)).map(({ beside }) => beside)

    for (const { title, more, clockMs } of [
      { title: 'what was written before lies beside, and is told', more: {} },
      { title: 'the same without histories', more: { history: {} } },
      { title: 'the same where the clocks differ', more: {}, clockMs: HOUR },
    ])
      test(title, async ({ client, assert }) => {
        const { id, by, owner, written, takenByOlder } = await session(client, clockMs)
        const older = written(10, { text: 'A', by, more })
        await takenByOlder(written(5, { text: 'A B', by, more }))
        await older.send()
        assert.deepEqual(await placesOf(id), [false, false, true])
        assert.equal((await documentOf(id)).versionNo, 2)
        assert.match(notices.toldTo(owner.id)[0]!.body, /version 3, beside the present version 2/)
      })

    test('what was written before becomes present where its history is longer', async ({
      client,
      assert,
    }) => {
      const { id, by, written, takenByOlder } = await session(client)
      const more = written(10, { text: 'A B', by: [...by, OTHER] })
      await takenByOlder(written(20, { text: 'A', by }))
      await more.send()
      assert.deepEqual(await placesOf(id), [false, false, false])
    })

    const going = [
      { title: 'in the same run', first: [], then: [] },
      { title: 'with somebody else', first: [], then: [OTHER] },
      { title: 'with something taken back', first: [OTHER], then: [] },
      { title: 'in the same run, where the clocks differ', first: [], then: [], clockMs: -MINUTE },
      { title: 'with another history', first: [], then: [], more: { history: {} } },
    ]
    for (const { title, first, then, clockMs, more } of going)
      for (const status of [2, 6])
        test(`what goes on ${title} becomes present, and nobody is told, by ${status}`, async ({
          client,
          assert,
        }) => {
          const { id, by, written, takenByOlder } = await session(client, clockMs)
          await takenByOlder(written(5, { text: 'A B', by: [...by, ...first] }))
          await written(0, { status, text: 'A C', by: [...by, ...then], more }).send()
          assert.deepEqual(await placesOf(id), [false, false, false])
          assert.equal((await documentOf(id)).versionNo, 3)
          assert.isEmpty(notices.heard)
        })

    test('what goes on becomes present where the document server does not tell when it wrote it', async ({
      client,
      assert,
    }) => {
      stage.server.faults.undated = true
      const { id, by, written, takenByOlder } = await session(client)
      await takenByOlder(written(5, { text: 'A', by }))
      const lastsave = new Date(Date.now() + 1000).toISOString()
      await written(0, { text: 'A B', by, more: { lastsave } }).send()
      assert.deepEqual(await placesOf(id), [false, false, false])
    })
  }
)
