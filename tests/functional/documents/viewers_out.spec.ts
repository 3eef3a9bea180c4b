import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import type { ApiClient } from '@japa/api-client'
import { everything, ownRowsOf } from '#kernel/data_scope/reach'
import { clock } from '#kernel/state/clock'
import type { User } from '#plugins/identity/main'
import { SettleShares } from '../../../app/plugins/documents/actions/settle_shares.js'
import { EditingWatch } from '../../../app/plugins/documents/live/editing_watch.js'
import { ReviewOpenings } from '../../../app/plugins/documents/live/review_openings.js'
import { ReviewViewings } from '../../../app/plugins/documents/live/review_viewings.js'
import DocumentOpening from '../../../app/plugins/documents/models/document_opening.js'
import DocumentViewing from '../../../app/plugins/documents/models/document_viewing.js'
import type { Editor } from '../../fakes/document_server/editor.js'
import { loggedIn } from '../../helpers/accounts.js'
import {
  actionsOf,
  editorStage,
  ownerOfRows,
  staged,
  type EditorStage,
} from '../../helpers/editor_stage.js'
import { until } from '../../helpers/until.js'
import { administrator, type Caller } from '../access/support/caller.js'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

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

interface End {
  title: string
  send: (people: { client: ApiClient; owner: User; handler: User; other: User; id: number }) => {
    expect(): Promise<unknown>
  }
}

const answering = (request: ReturnType<ApiClient['post']>) => ({
  expect: async () => (await request).assertStatus(200),
})

const ENDS: End[] = [
  {
    title: 'is taken back',
    send: ({ client, owner, id }) =>
      answering(client.delete(`/app/document/${id}/submission`).loginAs(owner)),
  },
  {
    title: 'is returned',
    send: ({ client, other, id }) =>
      answering(
        client.post(`/app/document/${id}/review`).loginAs(other).json({ decision: 'return' })
      ),
  },
  {
    title: 'has other handlers',
    send: ({ client, owner, other, id }) =>
      answering(
        client
          .put(`/app/document/${id}/submission`)
          .loginAs(owner)
          .json({ handlerIds: [other.id] })
      ),
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
  const submit = async (...handlers: User[]) => {
    stage.gate.tell(owner.id, everything)
    const answer = await client
      .post(`/app/document/${id}/submit`)
      .loginAs(owner)
      .json({ handlerIds: handlers.map((handler) => handler.id) })
    answer.assertStatus(200)
  }
  const review = async () => (await app.container.make(ReviewOpenings)).handle()
  const settle = async () => (await app.container.make(SettleShares)).all()
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
      [[`${reader.id}.`, String(reader.id)]]
    )
    assert.isEmpty(await viewingsOf(reader))
    assert.lengthOf(await viewingsOf(owner), 1)
  })

  test('when the share is over', async ({ assert }) => {
    await share(id, { endsAt: new Date(clock.now() + MINUTE_MS).toISOString() })
    const theirs = await looking(reader)
    await settle()
    assert.isTrue(theirs.isOpen)
    clock.travel(MINUTE_MS + 1)
    await settle()
    assert.isFalse(theirs.isOpen)
  })

  test('of what others went on with meanwhile', async ({ assert }) => {
    const shareId = await share()
    const theirs = await looking(reader)
    const config = await client.get(`/app/document/${id}/editor-config`).loginAs(owner)
    const ours = await stage.server.open(config.body().data)
    ours.edit('written while somebody looked')
    await ours.close()
    assert.isTrue(theirs.isOpen)
    await withdraw(shareId)
    assert.isFalse(theirs.isOpen)
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

  test('as a handler when the submission {title}')
    .with(ENDS)
    .run(async ({ assert }, { send }) => {
      const other = await person()
      await submit(reader, other)
      const theirs = await looking(reader)
      await send({ client, owner, handler: reader, other, id }).expect()
      assert.isFalse(theirs.isOpen)
    })

  test('later when the document server was away', async ({ assert }) => {
    const shareId = await share()
    const theirs = await looking(reader)
    stage.configure({ documentServerInternalUrl: 'http://127.0.0.1:9' })
    await withdraw(shareId)
    assert.isTrue(theirs.isOpen)
    stage.configure()
    await review()
    assert.isFalse(theirs.isOpen)
  })

  test('and forgotten where the document server does not know the key', async ({ assert }) => {
    const shareId = await share()
    const path = `/app/document/${id}/editor-config`
    ;(await client.get(path).loginAs(reader)).assertStatus(200)
    assert.lengthOf(await viewingsOf(reader), 1)
    await withdraw(shareId)
    assert.isEmpty(await viewingsOf(reader))
  })

  test('with one question for the rights of all', async ({ assert }) => {
    const others = await Promise.all([1, 2, 3].map(() => staged(client, owner)))
    const people = [await person(), await person(), await person()]
    for (const user of people) {
      stage.gate.tell(user.id, ownRowsOf(owner.id))
      for (const one of others) await looking(user, one.id)
    }
    const documentIds = others.map((one) => one.id)
    let questions = 0
    const grantsOf = stage.gate.grantsOf.bind(stage.gate)
    stage.gate.grantsOf = async (...asked) => {
      questions++
      return grantsOf(...asked)
    }
    await (await app.container.make(ReviewViewings)).handle({ documentIds })
    stage.gate.grantsOf = grantsOf
    assert.equal(questions, 1)
  })

  test('by reviews at once a single time', async ({ assert }) => {
    const others = await Promise.all([1, 2, 3].map(() => staged(client, owner)))
    stage.gate.tell(reader.id, ownRowsOf(owner.id))
    const open = await Promise.all(others.map((one) => looking(reader, one.id)))
    stage.gate.tell(reader.id, ownRowsOf(reader.id))
    await Promise.all([review(), review()])
    for (const editor of open) {
      assert.isFalse(editor.isOpen)
      assert.lengthOf(dropsOf(editor), 1)
    }
  })

  test('and counts as nobody who could change something', async ({ assert }) => {
    await share()
    const theirs = await looking(reader)
    assert.isEmpty(await DocumentOpening.query().where('userId', reader.id))
    await submit(await person())
    assert.notInclude(await actionsOf(id), 'session_dropped')
    assert.isTrue(theirs.isOpen)
  })

  test('of one login at a time, noted once however often it is opened', async ({ assert }) => {
    const { user, accessToken } = await loggedIn(client)
    const path = `/app/document/${id}/editor-config`
    const open = () => client.get(path).bearerToken(accessToken).qs({ mode: 'view' })
    await Promise.all([open(), open(), open()])
    ;(await open()).assertStatus(200)
    assert.lengthOf(await viewingsOf(user), 1)
  })

  test('as long as the page may be open: 30 days, one of an earlier key', async ({ assert }) => {
    await share()
    const [theirs, later] = [await looking(reader), await staged(client, owner)]
    await looking(owner, later.id)
    const editor = await stage.server.open(later.config)
    editor.edit('goes on under another key')
    await editor.close()
    clock.travel(DAY_MS + 1)
    await review()
    assert.isEmpty(await viewingsOf(owner))
    assert.lengthOf(await viewingsOf(reader), 1)
    clock.travel(29 * DAY_MS)
    await review()
    assert.isEmpty(await viewingsOf(reader))
    assert.isTrue(theirs.isOpen)
  })
})
