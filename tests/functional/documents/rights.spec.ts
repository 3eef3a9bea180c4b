import { test } from '@japa/runner'
import type { ApiClient } from '@japa/api-client'
import { ownRowsOf } from '#kernel/acting/main'
import type { User } from '#plugins/identity/main'
import { makeOperator } from '../../helpers/accounts.js'
import { blank, configOf, staged, versionsOf } from '../../helpers/editor_stage.js'
import { lookedAfter } from '../../helpers/looked_after.js'

const CHANGING = ['edit', 'propose', 'comment', 'fill'] as const
type Changing = (typeof CHANGING)[number]

const NOTHING = { edit: false, review: false, comment: false, fillForms: false }

test.group('Documents | rights in the editor', (group) => {
  const there = lookedAfter(group)

  async function holderOf(...held: Changing[]): Promise<User> {
    const user = await makeOperator()
    for (const verb of CHANGING)
      if (!held.includes(verb)) there.stage.gate.tell(user.id, null, `document:document:${verb}`)
    return user
  }

  const ALL = { edit: true, review: true, comment: true, fillForms: true }
  const cases: { held: Changing[]; fileType: string; granted: Partial<typeof NOTHING> }[] = [
    { held: [], fileType: 'docx', granted: {} },
    { held: ['comment'], fileType: 'docx', granted: { comment: true } },
    { held: ['propose'], fileType: 'docx', granted: { review: true, comment: true } },
    { held: ['fill'], fileType: 'docx', granted: { fillForms: true } },
    { held: ['comment', 'fill'], fileType: 'docx', granted: { fillForms: true } },
    { held: ['propose', 'fill'], fileType: 'docx', granted: { ...ALL, edit: false } },
    { held: ['edit'], fileType: 'docx', granted: ALL },
    { held: ['propose'], fileType: 'xlsx', granted: { comment: true } },
    { held: ['fill'], fileType: 'xlsx', granted: {} },
    { held: ['fill', 'comment'], fileType: 'pptx', granted: { comment: true } },
  ]

  for (const { held, fileType, granted } of cases)
    test(`open a ${fileType} for one who may ${held.join(' and ') || 'only look'}`, async ({
      client,
      assert,
    }) => {
      const id = await blank(client, await makeOperator(), { fileType })
      const config = await configOf(client, id, await holderOf(...held))
      const changes = Object.keys(granted).length > 0
      assert.containsSubset(config.document.permissions, { ...NOTHING, ...granted, chat: changes })
      assert.equal(config.editorConfig.mode, changes ? 'edit' : 'view')
      assert.equal(config.editorConfig.callbackUrl !== undefined, changes)
      const editor = await there.stage.server.open(config)
      assert.equal(editor.canEdit, changes)
      await editor.close()
    })

  test('keep what a commenter saves, in their name', async ({ client, assert }) => {
    const { id } = await staged(client)
    const commenter = await holderOf('comment')
    const editor = await there.stage.server.open(await configOf(client, id, commenter))
    editor.edit('a remark')
    assert.deepInclude(await editor.close(), { saved: true })
    const [, saved] = await versionsOf(id)
    assert.deepEqual([saved!.kind, saved!.authorId], ['save', commenter.id])
  })

  test('count a right within its own reach alone', async ({ client, assert }) => {
    const { id } = await staged(client)
    const user = await holderOf('edit', 'comment')
    there.stage.gate.tell(user.id, ownRowsOf(user.id), 'document:document:edit')
    const config = await configOf(client, id, user)
    assert.containsSubset(config.document.permissions, { ...NOTHING, comment: true })
  })

  async function submitted(client: ApiClient) {
    const { id, owner } = await staged(client)
    const handler = await makeOperator()
    const post = (rest: string, as: User, body: object) =>
      client.post(`/app/document/${id}/${rest}`).loginAs(as).json(body)
    ;(await post('submit', owner, { handlerIds: [handler.id] })).assertStatus(200)
    const decide = (decision: string) => post('review', handler, { decision, comment: 'Read' })
    return { id, owner, handler, decide }
  }

  test('leave everybody a viewer in review, and once approved', async ({ client, assert }) => {
    const { id, owner, handler, decide } = await submitted(client)
    const people = [owner, handler, await holderOf('comment'), await holderOf('propose')]
    const assertViewers = async () => {
      for (const user of people) {
        const { document, editorConfig } = await configOf(client, id, user)
        assert.containsSubset(document.permissions, NOTHING)
        assert.equal(editorConfig.mode, 'view')
        assert.isUndefined(editorConfig.callbackUrl)
      }
    }
    await assertViewers()
    ;(await decide('approve')).assertStatus(200)
    await assertViewers()
  })

  test('open what was returned as before, to edit and to comment on', async ({
    client,
    assert,
  }) => {
    const { id, owner, decide } = await submitted(client)
    ;(await decide('return')).assertStatus(200)
    for (const [user, granted] of [
      [owner, ALL],
      [await holderOf('propose'), { ...NOTHING, review: true, comment: true }],
      [await holderOf('comment'), { ...NOTHING, comment: true }],
    ] as const)
      assert.containsSubset((await configOf(client, id, user)).document.permissions, granted)
  })
})
