import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import type { ApiClient } from '@japa/api-client'
import { clock } from '#kernel/state/clock'
import type { User } from '#plugins/identity/main'
import { LookAfterSessions } from '../../../app/plugins/documents/recovery/look_after_sessions.js'
import { documentTexts } from '../../fakes/document_server/ooxml.js'
import type { Editor } from '../../fakes/document_server/editor.js'
import { makeOperator } from '../../helpers/accounts.js'
import { download } from '../../helpers/download.js'
import { goingOn, staged, versionsOf } from '../../helpers/editor_stage.js'
import { loseWork, sweep } from '../../helpers/lost_saves.js'

import { HOUR_MS, lookedAfter, MINUTE_MS } from '../../helpers/looked_after.js'

test.group('Documents | whoever came after what is brought back was written', (group) => {
  const there = lookedAfter(group)
  const { notices, toldOfLoss, unheard } = there

  /** Once at once, too. */
  async function sweeps(times = 6) {
    for (let time = 0; time < times; time++) {
      await (await app.container.make(LookAfterSessions)).handle()
      clock.travel(13 * HOUR_MS)
    }
  }

  const toldOfReturn = ({ id }: User) =>
    notices.toldTo(id).filter(({ title }) => title === 'A save of yours was brought back')

  /** What the first changed lies with the document server, and somebody comes back to it. */
  async function cameLater(client: ApiClient, { minutes = 30, isAgain = false } = {}) {
    const { id, owner: ann, config } = await staged(client)
    await loseWork(there.stage, config, { text: 'Ann.' })
    clock.travel(minutes * MINUTE_MS)
    const bob = isAgain ? ann : await makeOperator()
    const editor = await there.stage.server.open(await goingOn(there.stage, client, id, bob))
    assertSeen(editor)
    editor.edit('Bob.')
    return { id, ann, bob, editor }
  }

  function assertSeen({ texts }: Editor) {
    if (!texts.includes('Ann.')) throw new Error('What was lost is not opened')
  }

  const loseDatabase = () => there.stage.server.reset({ keepsForgotten: true })

  async function refuse(saving: () => Promise<unknown>) {
    there.stage.configure({ documentServerInternalUrl: 'http://127.0.0.1:9' })
    await saving()
    there.stage.configure()
  }

  async function broughtBack(client: ApiClient, id: number) {
    const back = (await versionsOf(id)).filter(({ kind }) => kind === 'recovered')
    const [version] = back
    const { bytes } = await download(client, `/app/document/${id}/versions/${version!.no}/content`)
    return { count: back.length, author: version!.authorId, texts: documentTexts(bytes, 'docx') }
  }

  test('is told that theirs may not have arrived, and the version is the first one’s', async ({
    client,
    assert,
  }) => {
    const { id, ann, bob } = await cameLater(client)
    loseDatabase()
    await sweeps()
    const version = await broughtBack(client, id)
    assert.deepEqual(version, { count: 1, author: ann.id, texts: ['Ann.'] })
    assert.lengthOf(toldOfLoss(bob), 1)
    assert.lengthOf(toldOfReturn(bob), 0)
    assert.lengthOf(toldOfReturn(ann), 1)
    assert.lengthOf(toldOfLoss(ann), 0)
  })

  test('is told also where they came themselves, and came again', async ({ client, assert }) => {
    const { id, ann } = await cameLater(client, { isAgain: true })
    loseDatabase()
    await sweeps()
    assert.equal((await broughtBack(client, id)).author, ann.id)
    assert.lengthOf(toldOfLoss(ann), 1)
  })

  test('is told where it was known that their changes were not saved', async ({
    client,
    assert,
  }) => {
    const { ann, bob } = await cameLater(client)
    there.stage.server.crash()
    assert.equal((await sweep()).inUse, 1)
    loseDatabase()
    await sweeps()
    assert.lengthOf(toldOfLoss(bob), 1)
    assert.lengthOf(toldOfLoss(ann), 0)
  })

  test('is told where they came so soon after that clocks may differ', async ({
    client,
    assert,
  }) => {
    const { id, ann, bob } = await cameLater(client, { minutes: 3 })
    loseDatabase()
    await sweeps()
    assert.isNull((await broughtBack(client, id)).author)
    assert.lengthOf(toldOfLoss(bob), 1)
    assert.lengthOf(toldOfLoss(ann), 0)
  })

  test('is told where they were let in, and not heard to come', async ({ client, assert }) => {
    const { id, owner: ann, config } = await staged(client)
    await loseWork(there.stage, config, { text: 'Ann.' })
    clock.travel(30 * MINUTE_MS)
    const bob = await makeOperator()
    const theirs = await goingOn(there.stage, client, id, bob)
    await unheard(async () => {
      const editor = await there.stage.server.open(theirs)
      editor.edit('Bob.')
    })
    loseDatabase()
    clock.travel(5 * MINUTE_MS)
    await sweeps()
    assert.equal((await broughtBack(client, id)).author, ann.id)
    assert.lengthOf(toldOfLoss(bob), 1)
    assert.lengthOf(toldOfLoss(ann), 0)
  })

  test('is told that what was refused has not come, where it was not kept either', async ({
    client,
    assert,
  }) => {
    const { id, ann, bob, editor } = await cameLater(client)
    there.stage.server.faults.full = true
    await refuse(() => editor.close())
    await sweeps()
    const version = await broughtBack(client, id)
    assert.deepEqual(version, { count: 1, author: ann.id, texts: ['Ann.'] })
    const [told, ...more] = toldOfLoss(bob)
    assert.lengthOf(more, 0)
    assert.include(told!.body, 'could not be taken')
    assert.lengthOf(toldOfLoss(ann), 0)
  })

  test('is told where a save on the way was refused', async ({ client, assert }) => {
    const { id, ann, bob, editor } = await cameLater(client)
    await refuse(async () => editor.forceSave())
    loseDatabase()
    await sweeps()
    assert.equal((await broughtBack(client, id)).author, ann.id)
    assert.lengthOf(toldOfLoss(bob), 1)
    assert.lengthOf(toldOfLoss(ann), 0)
  })

  test('is told where nothing dates what lies there, but what is in it', async ({
    client,
    assert,
  }) => {
    const { id, bob } = await cameLater(client)
    loseDatabase()
    there.stage.server.faults.undated = true
    await sweeps()
    assert.isNull((await broughtBack(client, id)).author)
    assert.lengthOf(toldOfLoss(bob), 1)
  })

  test('is told before what is brought back is handed on', async ({ client, assert }) => {
    const { id, ann, bob } = await cameLater(client)
    loseDatabase()
    const submitted = await client.post(`/app/document/${id}/versions/1/restore`).loginAs(ann)
    submitted.assertStatus(200)
    await sweeps()
    assert.lengthOf(toldOfLoss(bob), 1)
    assert.lengthOf(toldOfLoss(ann), 0)
  })

  for (const undated of [undefined, true])
    test(`is told nothing of the sort where theirs is in it${undated ? ', and nothing dates it' : ''}`, async ({
      client,
      assert,
    }) => {
      const { id, ann, bob, editor } = await cameLater(client)
      await refuse(() => editor.close())
      there.stage.server.faults.undated = undated
      await sweeps()
      assert.deepEqual((await broughtBack(client, id)).texts, ['Ann.', 'Bob.'])
      for (const one of [ann, bob]) assert.lengthOf(toldOfLoss(one), 0)
      assert.lengthOf(toldOfReturn(bob), 1)
    })
})
