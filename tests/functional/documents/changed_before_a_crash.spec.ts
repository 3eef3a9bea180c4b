import { test } from '@japa/runner'
import type { ApiClient } from '@japa/api-client'
import { clock } from '#kernel/state/clock'
import DocumentLog from '../../../app/plugins/documents/models/document_log.js'
import DocumentOwedWork from '../../../app/plugins/documents/models/document_owed_work.js'
import type DocumentVersion from '../../../app/plugins/documents/models/document_version.js'
import { contributorsOf } from '../../../app/plugins/documents/notices/contributors.js'
import { LEFT } from '../../fakes/document_server/callback_payloads.js'
import { makeOperator } from '../../helpers/accounts.js'
import { goingOn, staged, versionsOf } from '../../helpers/editor_stage.js'
import { lookedAfter, MINUTE_MS } from '../../helpers/looked_after.js'
import { lose } from '../../helpers/lost_saves.js'
import { toldSession } from '../../helpers/told_saves.js'
import { stagedUndated } from '../../helpers/undated_document.js'

const LOOKED = { status: 2, history: {}, notmodified: null }

type Opened = typeof staged

interface Course {
  isHeard: boolean
  opened?: Opened
}

test.group(
  'Documents | whoever went on from lost work before the document server was started anew',
  (group) => {
    const there = lookedAfter(group)

    /** Ann's work is lost; Bob comes to it a while later. */
    async function cameBack(client: ApiClient, opened: Opened = staged) {
      const { id, owner: ann, config } = await opened(client)
      const first = await there.stage.server.open(config)
      first.edit('Ann.')
      await lose(there.stage, first)
      clock.travel(10 * MINUTE_MS)
      const bob = await makeOperator()
      const theirs = await goingOn(there.stage, client, id, bob)
      const open = () => there.stage.server.open(theirs)
      const editor = await open()
      clock.travel(MINUTE_MS)
      return { id, ann, bob, key: config.document.key, editor, open }
    }

    /** Bob changes something, and comes back after the crash to look. */
    async function changed(client: ApiClient, { isHeard, opened }: Course) {
      const people = await cameBack(client, opened)
      people.editor.edit('Bob.')
      there.stage.server.crash()
      clock.travel(MINUTE_MS)
      const again = await (isHeard ? people.open() : there.unheard(people.open))
      clock.travel(MINUTE_MS)
      return { ...people, again }
    }

    const contributorsTo = ({ authorId, concerned }: DocumentVersion) =>
      contributorsOf({ authorId, concerned, history: null })
    const lastOf = async (id: number) => (await versionsOf(id)).at(-1)!

    for (const isHeard of [true, false])
      test(`is its author where they come back ${isHeard ? 'heard' : 'unheard'}, and look`, async ({
        client,
        assert,
      }) => {
        const { id, ann, bob, again } = await changed(client, { isHeard })
        const { payload } = (await again.close())!
        assert.containsSubset(payload, LOOKED)
        const version = await lastOf(id)
        assert.equal(version.authorId, bob.id)
        assert.sameMembers(contributorsTo(version), [ann.id, bob.id])
      })

    test('may be one of those whose it is where nothing dates it', async ({ client, assert }) => {
      const { id, ann, bob, again } = await changed(client, {
        isHeard: false,
        opened: stagedUndated,
      })
      await again.close()
      const version = await lastOf(id)
      assert.equal(version.authorId, ann.id)
      assert.sameMembers(contributorsTo(version), [ann.id, bob.id])
    })

    test('is not its author where they changed nothing', async ({ client, assert }) => {
      const { id, ann, editor } = await cameBack(client)
      const { payload } = (await editor.close())!
      assert.containsSubset(payload, LOOKED)
      const version = await lastOf(id)
      assert.equal(version.authorId, ann.id)
      assert.deepEqual(contributorsTo(version), [ann.id])
    })

    for (const isHeard of [true, false])
      test(`is named when it is refused, where they come back ${isHeard ? 'heard' : 'unheard'}`, async ({
        client,
        assert,
      }) => {
        const { id, ann, bob, key, again } = await changed(client, { isHeard })
        there.stage.configure({ downloadLimit: 64 })
        await again.close()
        there.stage.configure()
        const entry = await DocumentLog.query()
          .where({ documentId: id, action: 'save_rejected' })
          .firstOrFail()
        assert.sameMembers(entry.detail!.contributors as number[], [ann.id, bob.id])
        const owed = await DocumentOwedWork.query().where({ editorKey: key }).firstOrFail()
        assert.equal(Boolean(owed.onlyLooked), !isHeard)
        assert.sameMembers(owed.userIds, [ann.id, bob.id])
      })

    /** As a callback is cut short that would be too long. */
    test('is its author where no history came at all', async ({ client, assert }) => {
      const { id, owner, config, save } = await toldSession(client, there.stage)
      await there.stage.server.open(config)
      const bob = String((await makeOperator()).id)
      const actions = [{ type: LEFT, userid: bob }]
      const more = { users: [bob], actions, notmodified: null }
      await save({ text: 'Bob.', more }).send()
      assert.equal((await lastOf(id)).authorId, Number(bob))
      assert.sameMembers(contributorsTo(await lastOf(id)), [owner.id, Number(bob)])
    })
  }
)
