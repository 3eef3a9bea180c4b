import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import type { ApiClient } from '@japa/api-client'
import { ownRowsOf } from '#kernel/data_scope/reach'
import { clock } from '#kernel/state/clock'
import type { User } from '#plugins/identity/main'
import { SettleShares } from '../../../app/plugins/documents/actions/settle_shares.js'
import { ReviewOpenings } from '../../../app/plugins/documents/live/review_openings.js'
import DocumentShare from '../../../app/plugins/documents/models/document_share.js'
import type { Editor } from '../../fakes/document_server/editor.js'
import {
  actionsOf,
  configOf,
  documentOf,
  editorStage,
  ownerOfRows,
  staged,
  versionsOf,
  type EditorStage,
} from '../../helpers/editor_stage.js'
import { until } from '../../helpers/until.js'

const MINUTE_MS = 60_000
const ROLE = 4_711

test.group('Documents | sessions under a share', (group) => {
  let stage: EditorStage
  let client: ApiClient
  let owner: User
  let reader: User
  let id: number

  group.setup(async () => {
    stage = await editorStage()
    return () => stage.close()
  })
  group.each.setup(async (one) => {
    client = one.context.client
    owner = await person()
    reader = await person()
    id = (await staged(client, owner)).id
    return () => {
      clock.restore()
      stage.configure()
    }
  })

  const person = () => ownerOfRows(stage)

  const path = () => `/app/document/${id}/shares`
  async function share(subject: object, level: string, more = {}): Promise<number> {
    const body = { ...subject, level, ...more }
    const answer = await client.post(path()).loginAs(owner).json(body)
    answer.assertStatus(200)
    return answer.body().data.id
  }
  const toReader = (level: string, more = {}) =>
    share({ subjectType: 'user', subjectId: reader.id }, level, more)
  const withdraw = async (shareId: number) =>
    (await client.delete(`${path()}/${shareId}`).loginAs(owner)).assertStatus(200)
  const inside = async (user: User) => stage.server.open(await configOf(client, id, user))
  const settle = async () => (await app.container.make(SettleShares)).all()
  const left = () => DocumentShare.query().where('documentId', id)

  test('end for those who lose it, and keep what they wrote', async ({ assert }) => {
    const shareId = await toReader('edit')
    const [theirs, ours] = [await inside(reader), await inside(owner)]
    theirs.edit('written under the share')
    await withdraw(shareId)
    await stage.server.settled()
    assert.isFalse(theirs.canEdit)
    assert.isTrue(ours.canEdit)
    assert.isEmpty(await left())
    assert.includeMembers(await actionsOf(id), ['shared', 'unshared', 'session_dropped'])

    ours.edit('and ours')
    assert.deepInclude(await ours.close(), { saved: true })
    const content = await client.get(`/app/document/${id}/versions/2/content`).loginAs(owner)
    content.assertStatus(200)
  })

  test('end for everybody behind a role who has nothing else', async ({ assert }) => {
    const [colleague, other] = [await person(), await person()]
    for (const { id: user } of [reader, colleague, other]) stage.gate.giveRoles(user, [ROLE])
    const shares = await Promise.all([
      DocumentShare.create({ documentId: id, subjectType: 'role', subjectId: ROLE, level: 'edit' }),
      share({ subjectType: 'user', subjectId: colleague.id }, 'edit'),
      share({ subjectType: 'user', subjectId: other.id }, 'comment'),
    ])
    const editors = [await inside(reader), await inside(colleague), await inside(other)]
    await withdraw(shares[0].id)
    await stage.server.settled()
    assert.deepEqual(
      editors.map(({ canEdit }) => canEdit),
      [false, true, false]
    )
    const { permissions } = (await configOf(client, id, other)).document
    assert.containsSubset(permissions, { edit: false, comment: true })
    await editors[1]!.close()
  })

  test('make nothing present of an editor that stays, whatever less it is let in with', async ({
    assert,
  }) => {
    await toReader('edit')
    stage.configure({ sessionEndSeconds: 0.1 })
    const theirs = await inside(reader)
    theirs.obeys = false
    await DocumentShare.query().where('documentId', id).update({ level: 'comment' })
    assert.isFalse((await configOf(client, id, reader)).document.permissions!.edit)
    await (await app.container.make(ReviewOpenings)).handle({ documentIds: [id] })
    theirs.edit('Not permitted.')
    await theirs.close()
    const late = (await versionsOf(id)).at(-1)!
    assert.containsSubset(late.$attributes, { no: 2, beside: true, unpermitted: true })
    assert.equal((await documentOf(id)).versionNo, 1)
  })

  test('are judged by what they are let in with anew, once they have left', async ({ assert }) => {
    await toReader('edit')
    const theirs = await inside(reader)
    theirs.edit('Permitted.')
    const ours = await inside(owner)
    await toReader('comment')
    await stage.server.settled()
    assert.isFalse(theirs.canEdit)
    const commenting = await inside(reader)
    await (await app.container.make(ReviewOpenings)).handle({ documentIds: [id] })
    assert.isTrue(commenting.canEdit)
    await ours.close()
    commenting.edit('A comment.')
    await commenting.close()
    assert.isFalse((await versionsOf(id)).at(-1)!.beside)
  })

  test('end when the level is lowered, and not when it is raised', async ({ assert }) => {
    await toReader('comment')
    const commenting = await inside(reader)
    await toReader('edit')
    assert.isTrue(commenting.canEdit)
    await toReader('fill')
    await stage.server.settled()
    assert.isFalse(commenting.canEdit)
    assert.equal((await left())[0]!.level, 'fill')
  })

  test('end when the share does, by itself', async ({ assert }) => {
    const endsAt = new Date(clock.now() + MINUTE_MS).toISOString()
    await toReader('edit', { endsAt })
    const editor = await inside(reader)
    await settle()
    assert.isTrue(editor.canEdit)
    clock.travel(MINUTE_MS + 1)
    await settle()
    await stage.server.settled()
    assert.isFalse(editor.canEdit)
    assert.isEmpty(await left())
    assert.include(await actionsOf(id), 'share_ended')
  })

  test('go on for whoever may edit in another way', async ({ assert }) => {
    const shareId = await toReader('edit')
    const editor = await inside(reader)
    stage.gate.tell(reader.id, ownRowsOf(owner.id), 'document:document:edit')
    await withdraw(shareId)
    assert.isTrue(editor.canEdit)
    await editor.close()
  })

  test('end once the document server answers again', async ({ assert }) => {
    const shareId = await toReader('edit')
    const editor = await inside(reader)
    stage.configure({ documentServerUrl: 'http://127.0.0.1:9' })
    await withdraw(shareId)
    assert.isTrue(editor.canEdit)
    ;(await client.get(`/app/document/${id}`).loginAs(reader)).assertStatus(404)
    assert.isEmpty((await client.get(path()).loginAs(owner)).body().data)

    stage.configure()
    await (await app.container.make(ReviewOpenings)).handle()
    await stage.server.settled()
    assert.isFalse(editor.canEdit)
    assert.isEmpty(await left())
  })

  const isTold = (editor: Editor) => editor.messages.some(({ type }) => type === 'drop')

  /** An editor that does not leave until it is closed, of a document whose share has ended. */
  async function staying(): Promise<Editor> {
    id = (await staged(client, owner)).id
    await toReader('edit')
    const editor = await inside(reader)
    editor.obeys = false
    await DocumentShare.query()
      .where('documentId', id)
      .update({ endsAt: '2026-01-01 00:00:00.000' })
    return editor
  }

  test('end for all who leave, however many stay: each is told before any is waited for', async () => {
    stage.configure({ sessionEndSeconds: 3600 })
    const editors: Editor[] = []
    for (let times = 0; times < 7; times++) editors.push(await staying())
    const settled = settle()
    await until(() => editors.every(isTold))
    await Promise.all(editors.map((editor) => editor.close()))
    await settled
  })

  test('end while somebody else is still waited for in the same document', async ({ assert }) => {
    stage.configure({ sessionEndSeconds: 3600 })
    const other = await person()
    const stays = await staying()
    const shareId = await share({ subjectType: 'user', subjectId: other.id }, 'edit')
    const leaves = await inside(other)
    const settled = settle()
    await until(() => isTold(stays))
    const withdrawn = withdraw(shareId)
    await until(() => !leaves.canEdit)
    await stays.close()
    await Promise.all([settled, withdrawn])
    assert.isTrue(isTold(leaves))
  })

  test('need no document server where the editor is switched off', async ({ assert }) => {
    stage.configure({ enabled: false })
    await withdraw(await toReader('edit'))
    assert.isEmpty(await left())
  })
})
