import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import type { ApiClient } from '@japa/api-client'
import { clock } from '#kernel/state/clock'
import { ownRowsOf } from '#kernel/data_scope/reach'
import { actAsSystem } from '#kernel/operator/acting'
import { People, User } from '#plugins/identity/main'
import { makeOperator } from '../../helpers/accounts.js'
import { configOf, staged } from '../../helpers/editor_stage.js'
import { lookedAfter, MINUTE_MS } from '../../helpers/looked_after.js'
import { lose, sweep } from '../../helpers/lost_saves.js'
import { wordBytes } from '../../helpers/packages.js'

test.group('Documents | people whose work was lost while they were away', (group) => {
  const there = lookedAfter(group)
  const { notices, toldOfLoss, sweeps } = there

  const stand = (user: User, status: 'enabled' | 'disabled') =>
    actAsSystem('test', () => User.query().where('id', user.id).update({ status }))

  const backTo = ({ id }: User) =>
    notices.toldTo(id).filter(({ title }) => title === 'A save of yours was brought back')

  /** Ann, who may change the document, and its owner are disabled once her work is with the document server alone. */
  async function abandoned(client: ApiClient, become: 'lost' | 'gone') {
    const { id, owner } = await staged(client)
    const ann = await makeOperator()
    const editor = await there.stage.server.open(await configOf(client, id, ann))
    editor.edit('A day of work.')
    if (become === 'lost') await lose(there.stage, editor)
    else there.stage.server.loseStorage()
    for (const one of [ann, owner]) await stand(one, 'disabled')
    return { id, ann, owner }
  }

  test('find it told once they are back, where it came back', async ({ client, assert }) => {
    const { ann, owner } = await abandoned(client, 'lost')
    await sweep()
    for (const one of [ann, owner]) assert.lengthOf(backTo(one), 1)
    await sweep()
    for (const one of [ann, owner]) assert.lengthOf(backTo(one), 1)
  })

  test('find it told once they are back, where it is gone', async ({ client, assert }) => {
    const { ann, owner } = await abandoned(client, 'gone')
    await sweeps(3)
    for (const one of [ann, owner]) assert.lengthOf(toldOfLoss(one), 1)
  })

  test('hear nothing of what is for those who look after the editor, who hear no title of what they may not see', async ({
    client,
    assert,
  }) => {
    const { id, owner, config } = await staged(client)
    const { key } = config.document
    const mender = await makeOperator()
    there.stage.gate.tell(mender.id, null, 'document:document:show')
    const people = await app.container.make(People)
    await actAsSystem('let nobody else look after the editor', async () => {
      for await (const ids of people.active(null))
        for (const one of ids)
          if (one !== mender.id) there.stage.gate.tell(one, null, 'document:editor:diagnose')
    })
    there.stage.server.store.forget(key, 'docx', wordBytes('kept'))
    there.stage.server.store.misplace(key)
    // A thousand people are asked at each.
    for (let times = 0; times < 10; times++) await sweep()
    const told = notices.toldTo(mender.id).filter(({ body }) => body.includes(key))
    assert.lengthOf(told, 1)
    assert.notInclude(JSON.stringify(told), 'Minutes')
    assert.include(told[0]!.body, `a save of a document that you may not see (no. ${id})`)
    assert.include(told[0]!.body, `Its key there is ${key}`)
    const forOwner = notices.toldTo(owner.id).filter(({ body }) => /all whom this/.test(body))
    assert.isEmpty(forOwner)
  })

  for (const become of ['brought back', 'gone'] as const)
    test(`are told without the title where they may see it no more, and its owner is: ${become}`, async ({
      client,
      assert,
    }) => {
      const { id, owner } = await staged(client)
      const eve = await makeOperator()
      there.stage.gate.tell(eve.id, ownRowsOf(eve.id))
      const share = { subjectType: 'user', subjectId: eve.id, level: 'edit' }
      ;(await client.post(`/app/document/${id}/shares`).loginAs(owner).json(share)).assertStatus(
        200
      )
      const editor = await there.stage.server.open(await configOf(client, id, eve))
      editor.edit('A chapter by Eve.')
      if (become === 'gone') there.stage.server.loseStorage()
      else await lose(there.stage, editor)
      const withdrawn = `/app/document/${id}/shares?subjectType=user&subjectId=${eve.id}`
      ;(await client.delete(withdrawn).loginAs(owner)).assertStatus(200)
      const renamed = client.put(`/app/document/${id}`).json({ title: 'Who is to be let go' })
      ;(await renamed.loginAs(owner)).assertStatus(200)
      clock.travel(MINUTE_MS)
      notices.heard.length = 0
      await sweep()
      await sweeps(3)

      const [forEve, forOwner] = [eve, owner].map((one) =>
        become === 'gone' ? toldOfLoss(one) : backTo(one)
      )
      assert.lengthOf(forEve!, 1)
      assert.notInclude(JSON.stringify(notices.toldTo(eve.id)), 'Who is to be let go')
      assert.include(forEve![0]!.body, `a document that you may not see (no. ${id})`)
      assert.deepEqual(forEve![0]!.data, { documentId: id })
      assert.lengthOf(forOwner!, 1)
      assert.include(forOwner![0]!.body, 'Who is to be let go')
    })
})
