import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import type { ApiClient } from '@japa/api-client'
import { ownRowsOf } from '#kernel/data_scope/reach'
import { clock } from '#kernel/state/clock'
import type { User } from '#plugins/identity/main'
import { EditingWatch } from '../../../app/plugins/documents/live/editing_watch.js'
import { ReviewOpenings } from '../../../app/plugins/documents/live/review_openings.js'
import DocumentViewing from '../../../app/plugins/documents/models/document_viewing.js'
import type { Editor } from '../../fakes/document_server/editor.js'
import { editorStage, ownerOfRows, staged, type EditorStage } from '../../helpers/editor_stage.js'
import { until } from '../../helpers/until.js'
import { administrator, type Caller } from '../access/support/caller.js'

interface Loss {
  title: string
  lose: (admin: Caller, user: User) => Promise<unknown>
}

const LOSSES: Loss[] = [
  {
    title: 'their account is disabled',
    lose: (admin, { id }) => admin.must(admin.put(`users/${id}/status`, { status: 'disabled' })),
  },
  {
    title: 'their login is ended',
    lose: (admin, { id }) =>
      admin.must(admin.put(`users/${id}/password`, { password: 'a wholly other password' })),
  },
]

test.group('Documents | whoever looks is sent out', (group) => {
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

  async function looking(user: User, documentId = id): Promise<Editor> {
    const path = `/app/document/${documentId}/editor-config`
    const answer = await client.get(path).loginAs(user).qs({ mode: 'view' })
    answer.assertStatus(200)
    return stage.server.open(answer.body().data)
  }

  async function share(documentId = id, more = {}): Promise<number> {
    const body = { subjectType: 'user', subjectId: reader.id, level: 'view', ...more }
    const answer = await client.post(`/app/document/${documentId}/shares`).loginAs(owner).json(body)
    answer.assertStatus(200)
    return answer.body().data.id
  }

  const withdraw = async (shareId: number) =>
    (await client.delete(`/app/document/${id}/shares/${shareId}`).loginAs(owner)).assertStatus(200)
  const review = async () => (await app.container.make(ReviewOpenings)).handle()
  const viewingsOf = (user: User) => DocumentViewing.query().where('userId', user.id)
  const dropsOf = ({ room: { key } }: Editor) =>
    stage.server.log
      .of('command')
      .filter(({ command }) => command.c === 'drop' && command.key === key)

  test('when the share is taken back: once, and nobody else', async ({ assert }) => {
    const shareId = await share()
    const [theirs, ours] = [await looking(reader), await looking(owner)]
    assert.deepEqual(theirs.room.userIds, [])
    await withdraw(shareId)
    assert.isFalse(theirs.isOpen)
    await review()
    assert.isTrue(ours.isOpen)
    assert.deepEqual(
      dropsOf(theirs).map(({ command }) => command.users),
      [[`${reader.id}.`]]
    )
    assert.isEmpty(await viewingsOf(reader))
    assert.lengthOf(await viewingsOf(owner), 1)
  })

  test('when {title}')
    .with(LOSSES)
    .run(async ({ assert }, { lose }) => {
      const watch = await app.container.make(EditingWatch)
      await watch.start()
      await share()
      const [theirs, ours] = [await looking(reader), await looking(owner)]
      await lose(await administrator(client), reader)
      await until(() => !theirs.isOpen)
      await watch.stop()
      assert.isTrue(ours.isOpen)
    })

  test('when what they reach ends elsewhere, within a minute', async ({ assert }) => {
    stage.gate.tell(reader.id, ownRowsOf(owner.id))
    const theirs = await looking(reader)
    await review()
    assert.isTrue(theirs.isOpen)
    stage.gate.tell(reader.id, ownRowsOf(reader.id))
    await review()
    assert.isFalse(theirs.isOpen)
  })

  test('when the document is deleted', async ({ assert }) => {
    const [theirs, other] = [await looking(owner), (await staged(client, owner)).id]
    const second = await looking(owner, other)
    ;(await client.delete(`/app/document/${id}`).loginAs(owner)).assertStatus(200)
    assert.isFalse(theirs.isOpen)
    assert.isTrue(second.isOpen)
    const deleted = await client.delete('/app/document').loginAs(owner).qs({ ids: other })
    deleted.assertStatus(200)
    assert.isFalse(second.isOpen)
  })
})
