import { test } from '@japa/runner'
import type { ApiClient } from '@japa/api-client'
import { ownRowsOf } from '#kernel/data_scope/reach'
import { actAsSystem } from '#kernel/operator/acting'
import type { User } from '#plugins/identity/main'
import { makeOperator } from '../../helpers/accounts.js'
import {
  configOf,
  documentOf,
  editorStage,
  staged,
  type EditorStage,
  type StagedConfig,
} from '../../helpers/editor_stage.js'

interface End {
  title: string
  send: (client: ApiClient, id: number, owner: User, handler: User) => ReturnType<ApiClient['post']>
}

const ENDS: End[] = [
  {
    title: 'taken back',
    send: (client, id, owner) => client.delete(`/app/document/${id}/submission`).loginAs(owner),
  },
  {
    title: 'returned',
    send: (client, id, _owner, handler) =>
      client.post(`/app/document/${id}/review`).loginAs(handler).json({ decision: 'return' }),
  },
]

test.group('Documents | whoever only looks', (group) => {
  let stage: EditorStage
  let reader: User
  group.setup(async () => {
    stage = await editorStage()
    return () => stage.close()
  })
  group.each.setup(async () => {
    reader = await makeOperator()
    stage.gate.tell(reader.id, ownRowsOf(reader.id))
  })

  async function statusOf(client: ApiClient, { document }: StagedConfig): Promise<number> {
    const { pathname, search } = new URL(document.url)
    return (await client.get(`${pathname}${search}`)).status()
  }

  const configStatus = async (client: ApiClient, id: number) =>
    (await client.get(`/app/document/${id}/editor-config`).loginAs(reader)).status()

  test('gets nothing any more once the share is taken back', async ({ client, assert }) => {
    const { id, owner, config } = await staged(client)
    const path = `/app/document/${id}/shares`
    const subject = { subjectType: 'user', subjectId: reader.id }
    await client
      .post(path)
      .loginAs(owner)
      .json({ ...subject, level: 'view' })
    const viewing = await configOf(client, id, reader)
    assert.equal(await statusOf(client, viewing), 200)
    await client.delete(path).loginAs(owner).qs(subject)
    assert.equal(await statusOf(client, viewing), 403)
    assert.equal(await configStatus(client, id), 404)
    assert.equal(await statusOf(client, config), 200)
  })

  test('gets nothing any more once their account is disabled', async ({ client, assert }) => {
    const { id } = await staged(client)
    const other = await makeOperator()
    const viewing = await configOf(client, id, other)
    await actAsSystem('test', () => other.merge({ status: 'disabled' }).save())
    assert.equal(await statusOf(client, viewing), 403)
  })

  test('as a handler sees nothing of what is written once it is {title}')
    .with(ENDS)
    .run(async ({ client, assert }, { send }) => {
      const { id, owner } = await staged(client)
      await client
        .post(`/app/document/${id}/submit`)
        .loginAs(owner)
        .json({ handlerIds: [reader.id] })
      const viewing = await configOf(client, id, reader)
      assert.equal(viewing.document.key, (await documentOf(id)).editorKey)
      ;(await send(client, id, owner, reader)).assertStatus(200)
      assert.notEqual(viewing.document.key, (await documentOf(id)).editorKey)
      assert.equal(await statusOf(client, viewing), 403)
      assert.equal(await configStatus(client, id), 404)
    })
})
