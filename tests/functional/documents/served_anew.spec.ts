import { test } from '@japa/runner'
import type { ApiClient } from '@japa/api-client'
import { actAsSystem } from '#kernel/operator/acting'
import { clock } from '#kernel/state/clock'
import type { User } from '#plugins/identity/main'
import Document from '../../../app/plugins/documents/models/document.js'
import { makeOperator } from '../../helpers/accounts.js'
import { configOf, lookingAt, staged } from '../../helpers/editor_stage.js'
import { HOUR_MS, lookedAfter, MINUTE_MS } from '../../helpers/looked_after.js'

test.group('Documents | content that the document server fetches anew', (group) => {
  const there = lookedAfter(group)
  let client: ApiClient
  let [ann, bob, cid]: User[] = []
  group.each.setup(async (one) => {
    client = one.context.client
    ;[ann, bob, cid] = [await makeOperator(), await makeOperator(), await makeOperator()]
  })

  const open = async (id: number, who: User) =>
    there.stage.server.open(await configOf(client, id, who))

  /** Somebody has come for the first time, and some minutes pass. */
  async function opened(who: User) {
    const { id, config } = await staged(client, who)
    const editor = await there.stage.server.open(config)
    clock.travel(10 * MINUTE_MS)
    return { id, editor, config }
  }

  function lose() {
    there.stage.server.loseStorage({ keepsForgotten: true })
    clock.travel(10 * MINUTE_MS)
  }

  const look = async (id: number, who: User) =>
    there.stage.server.open(await lookingAt(client, id, who))

  /** As `downloadFileAllowExt` lets editors have it, or where it is tried again. */
  async function fetchAgain(url: string) {
    const { pathname, search } = new URL(url)
    ;(await client.get(`${pathname}${search}`)).assertStatus(200)
  }

  async function toldLater(...people: User[]) {
    clock.travel(3 * HOUR_MS)
    await there.lookAfter()
    clock.travel(3 * HOUR_MS)
    await there.lookAfter()
    await there.lookAfter()
    return people.map((one) => there.toldOfLoss(one).length)
  }

  for (const way of ['somebody only looks', 'somebody looks under review', 'the viewer stays'])
    test(`tells of what was unsaved before: ${way}`, async ({ assert }) => {
      const { id, editor } = await opened(ann!)
      editor.edit('Not saved.')
      lose()
      if (way.includes('review'))
        await actAsSystem('test', () =>
          Document.query().where({ id }).update({ status: 'in_review' })
        )
      const viewer = await look(id, bob!)
      if (way !== 'the viewer stays') await viewer.close()
      assert.deepEqual(await toldLater(ann!, bob!), [1, 0])
    })

  test('tells whoever was lost the second time as well', async ({ assert }) => {
    const { id, editor } = await opened(ann!)
    editor.edit('Not saved.')
    lose()
    ;(await open(id, bob!)).edit('Not saved either.')
    clock.travel(10 * MINUTE_MS)
    lose()
    await (await look(id, cid!)).close()
    assert.deepEqual(await toldLater(ann!, bob!, cid!), [1, 1, 0])
  })

  test('tells whoever had left their work to somebody, and another comes', async ({ assert }) => {
    const { id, editor } = await opened(ann!)
    const other = await open(id, bob!)
    editor.edit('Left to the other.')
    await editor.close()
    clock.travel(10 * MINUTE_MS)
    lose()
    assert.isFalse(other.isOpen)
    const third = await open(id, cid!)
    third.edit('Made anew.')
    await third.close()
    assert.deepEqual(await toldLater(ann!, bob!, cid!), [1, 1, 0])
  })

  test('tells nobody who comes in the new session and closes it', async ({ assert }) => {
    const { id, editor } = await opened(ann!)
    editor.edit('Not saved.')
    lose()
    await (await look(id, bob!)).close()
    clock.travel(10 * MINUTE_MS)
    const third = await open(id, cid!)
    clock.travel(MINUTE_MS)
    await third.close()
    assert.deepEqual(await toldLater(ann!, bob!, cid!), [1, 0, 0])
  })

  test('says nothing where it is tried again and again at once', async ({ assert }) => {
    const { config } = await staged(client, ann)
    const editor = await there.stage.server.open(config)
    for (let time = 0; time < 3; time++) {
      clock.travel(4 * MINUTE_MS)
      await fetchAgain(config.document.url)
    }
    clock.travel(MINUTE_MS)
    editor.edit('Written after that.')
    await editor.close()
    assert.deepEqual(await toldLater(ann!), [0])
  })

  test('says nothing where a save reaches back to before', async ({ assert }) => {
    const { editor, config } = await opened(ann!)
    editor.edit('Written before.')
    clock.travel(10 * MINUTE_MS)
    await fetchAgain(config.document.url)
    await editor.close()
    assert.deepEqual(await toldLater(ann!), [0])
  })

  test('says nothing where somebody fetches it who only reads', async ({ assert }) => {
    const { id, editor } = await opened(ann!)
    const answer = await client.get(`/app/document/${id}/editor-config?mode=view`).loginAs(bob!)
    await fetchAgain(answer.body().data.document.url)
    clock.travel(MINUTE_MS)
    editor.edit('Written after that.')
    await editor.close()
    assert.deepEqual(await toldLater(ann!), [0])
  })

  test('says nothing where it could not be opened at first, and all are heard to leave', async ({
    assert,
  }) => {
    const { id, editor } = await opened(ann!)
    const config = await configOf(client, id, bob!)
    const other = await there.stage.server.open(config)
    await fetchAgain(config.document.url)
    clock.travel(10 * MINUTE_MS)
    await editor.close()
    await other.close()
    assert.deepEqual(await toldLater(ann!, bob!), [0, 0])
  })

  test('tells of it also where a reader fetches it all the while', async ({ assert }) => {
    const { id, editor, config } = await opened(ann!)
    editor.edit('Not saved.')
    for (let time = 0; time < 3; time++) {
      await fetchAgain(config.document.url)
      clock.travel(4 * MINUTE_MS)
    }
    lose()
    await (await look(id, cid!)).close()
    assert.deepEqual(await toldLater(ann!), [1])
  })

  test('says nothing where all had been closed', async ({ assert }) => {
    const { id, editor } = await opened(ann!)
    await editor.close()
    lose()
    const config = await lookingAt(client, id, bob!)
    await (await there.stage.server.open(config)).close()
    await fetchAgain(config.document.url)
    assert.deepEqual(await toldLater(ann!, bob!), [0, 0])
  })

  test('says nothing in a format that editors have downloaded again', async ({ assert }) => {
    const body = { fileType: 'xlsx', title: 'Figures' }
    const { id } = (await client.post('/app/document').loginAs(ann!).json(body)).body().data
    const config = await configOf(client, id, ann!)
    const editor = await there.stage.server.open(config)
    clock.travel(10 * MINUTE_MS)
    await fetchAgain(config.document.url)
    clock.travel(MINUTE_MS)
    editor.edit('Written after that.')
    await editor.close()
    assert.deepEqual(await toldLater(ann!), [0])
  })
})
