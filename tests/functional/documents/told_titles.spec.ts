import { test } from '@japa/runner'
import type { ApiClient } from '@japa/api-client'
import { ownRowsOf } from '#kernel/data_scope/reach'
import { actAsSystem } from '#kernel/operator/acting'
import type { Notice } from '#kernel/notices/notices'
import { User } from '#plugins/identity/main'
import DocumentLoss from '../../../app/plugins/documents/models/document_loss.js'
import { makeOperator } from '../../helpers/accounts.js'
import { configOf, documentOf, staged } from '../../helpers/editor_stage.js'
import { lookedAfter } from '../../helpers/looked_after.js'
import { lose, sweep } from '../../helpers/lost_saves.js'
import { titlesBeyond } from '../../helpers/told_titles.js'

const SECRET = 'Who is to be let go'
const OTHER = 'A party'

test.group('Documents | titles, and who is told them', (group) => {
  const there = lookedAfter(group)
  const { notices } = there

  const rename = async (
    client: ApiClient,
    { id, owner }: { id: number; owner: User },
    title: string
  ) => (await client.put(`/app/document/${id}`).loginAs(owner).json({ title })).assertStatus(200)

  /** Somebody may do all that there is, with what is theirs and what is shared with them. */
  async function stranger() {
    const user = await makeOperator()
    there.stage.gate.tell(user.id, ownRowsOf(user.id))
    return user
  }

  async function titled(client: ApiClient) {
    const session = await staged(client)
    await rename(client, session, SECRET)
    return session
  }

  const share = (client: ApiClient, { id, owner }: { id: number; owner: User }, subject: User) =>
    client
      .post(`/app/document/${id}/shares`)
      .loginAs(owner)
      .json({ subjectType: 'user', subjectId: subject.id, level: 'edit' })

  const withdraw = (client: ApiClient, { id, owner }: { id: number; owner: User }, subject: User) =>
    client
      .delete(`/app/document/${id}/shares?subjectType=user&subjectId=${subject.id}`)
      .loginAs(owner)

  /** What somebody wrote whom it was shared with is lost with its session. */
  async function lostByEve(client: ApiClient) {
    const session = await titled(client)
    const eve = await stranger()
    ;(await share(client, session, eve)).assertStatus(200)
    const editor = await there.stage.server.open(await configOf(client, session.id, eve))
    editor.edit('A chapter by Eve.')
    await lose(there.stage, editor)
    return { session, eve }
  }

  const told = ({ id }: User): Notice[] => notices.toldTo(id)
  const isUntitled = ({ title, body }: Notice, id: number) =>
    !`${title}${body}`.includes(SECRET) && `${title}${body}`.includes(`(no. ${id})`)

  test('tell who is shared with what they may not see its number alone', async ({
    client,
    assert,
  }) => {
    const session = await titled(client)
    const [blind, seeing] = [await stranger(), await stranger()]
    there.stage.gate.tell(blind.id, null, 'document:document:show')
    for (const one of [blind, seeing]) (await share(client, session, one)).assertStatus(200)
    assert.isTrue(isUntitled(told(blind)[0]!, session.id))
    assert.include(told(seeing)[0]!.body, `“${SECRET}”`)
    assert.containsSubset(told(seeing)[0]!.data, { documentId: session.id })
  })

  test('tell who is asked no longer for a review its number alone', async ({ client, assert }) => {
    const session = await titled(client)
    const handler = await stranger()
    const body = { handlerIds: [handler.id] }
    const submitted = client.post(`/app/document/${session.id}/submit`).json(body)
    ;(await submitted.loginAs(session.owner)).assertStatus(200)
    assert.include(told(handler).at(-1)!.body, `“${SECRET}”`)
    const back = client.delete(`/app/document/${session.id}/submission`)
    ;(await back.loginAs(session.owner)).assertStatus(200)
    assert.lengthOf(told(handler), 2)
    assert.isTrue(isUntitled(told(handler)[1]!, session.id))
  })

  test('tell whoever is disabled as little as they could see once they are back', async ({
    client,
    assert,
  }) => {
    const { session, eve } = await lostByEve(client)
    ;(await withdraw(client, session, eve)).assertStatus(200)
    await actAsSystem('test', () => User.query().where('id', eve.id).update({ status: 'disabled' }))
    notices.heard.length = 0
    await sweep()
    assert.isNotEmpty(told(eve))
    for (const one of told(eve)) assert.isTrue(isUntitled(one, session.id))
  })

  test('keep back a title that a document had when what is told was written', async ({
    client,
    assert,
  }) => {
    const { session, eve } = await lostByEve(client)
    there.stage.server.store.misplace(session.config.document.key)
    notices.isDown = true
    await sweep()
    assert.lengthOf(await DocumentLoss.query().where({ documentId: session.id }), 1)
    ;(await withdraw(client, session, eve)).assertStatus(200)
    await rename(client, session, OTHER)
    notices.isDown = false
    notices.heard.length = 0
    await sweep({ evenWaiting: true })
    assert.isNotEmpty(told(eve))
    for (const one of told(eve)) assert.isTrue(isUntitled(one, session.id))
  })

  test('find whatever tells them all the same', async ({ client, assert }) => {
    const session = await titled(client)
    const blind = await stranger()
    const about = { title: 'A notice', body: `It is of “${SECRET}”.` }
    assert.lengthOf(await titlesBeyond([session.owner.id, blind.id], about), 1)
    const data = { documentId: session.id }
    assert.lengthOf(await titlesBeyond([blind.id], { ...about, data }), 1)
    assert.isEmpty(await titlesBeyond([blind.id], { ...about, body: 'It is of nothing.' }))
    assert.equal((await documentOf(session.id)).title, SECRET)
  })
})
