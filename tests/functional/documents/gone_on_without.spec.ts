import { test } from '@japa/runner'
import type { ApiClient } from '@japa/api-client'
import { clock } from '#kernel/state/clock'
import type { User } from '#plugins/identity/main'
import { makeOperator } from '../../helpers/accounts.js'
import { goingOn, versionsOf } from '../../helpers/editor_stage.js'
import { lose } from '../../helpers/lost_saves.js'
import { lookedAfter, MINUTE_MS } from '../../helpers/looked_after.js'

test.group('Documents | work that was lost upon a lost save', (group) => {
  const there = lookedAfter(group)
  const { notices, sweeps, toldOfLoss, twoPeople, unheard } = there

  const loseSessions = () => there.stage.server.reset({ keepsForgotten: true })

  /** Ann's save lies with the document server; Bob goes on from it, and changes something. */
  async function goneOn(client: ApiClient) {
    const people = await twoPeople(client)
    const { ann, bob, open } = people
    const first = await open(ann)
    first.edit('Ann.')
    await lose(there.stage, first)
    clock.travel(10 * MINUTE_MS)
    const second = await open(bob)
    second.edit('Bob.')
    clock.travel(10 * MINUTE_MS)
    return { ...people, second, carol: await makeOperator() }
  }

  /** @returns so many versions there are in the end */
  async function comes({ id, open }: { id: number; open: Opening }, user: User, text?: string) {
    const editor = await open(user)
    if (text) editor.edit(text)
    await editor.close()
    return (await versionsOf(id)).length
  }

  type Opening = Awaited<ReturnType<typeof twoPeople>>['open']

  for (const text of ['Carol.', undefined])
    test(`is told of where somebody else goes on from that save${text ? '' : ' and only looks'}`, async ({
      client,
      assert,
    }) => {
      const people = await goneOn(client)
      const { ann, bob, carol } = people
      loseSessions()
      assert.equal(await comes(people, carol, text), 2)
      assert.equal(await sweeps(), 1)
      assert.lengthOf(toldOfLoss(bob), 1)
      for (const one of [ann, carol]) assert.lengthOf(toldOfLoss(one), 0)
    })

  test('is told of where they come again themselves', async ({ client, assert }) => {
    const people = await goneOn(client)
    const { ann, bob } = people
    loseSessions()
    assert.equal(await comes(people, bob, 'Again.'), 2)
    assert.equal(await sweeps(), 1)
    assert.lengthOf(toldOfLoss(bob), 1)
    assert.lengthOf(toldOfLoss(ann), 0)
  })

  test('is told of where it was left to somebody who is gone', async ({ client, assert }) => {
    const people = await goneOn(client)
    const { ann, bob, carol, second, open } = people
    const dave = await makeOperator()
    await open(dave)
    clock.travel(MINUTE_MS)
    await second.close()
    loseSessions()
    await comes(people, carol, 'Carol.')
    await sweeps()
    for (const one of [bob, dave]) assert.lengthOf(toldOfLoss(one), 1)
    for (const one of [ann, carol]) assert.lengthOf(toldOfLoss(one), 0)
  })

  test('is told of where the document server does not say when it was kept', async ({
    client,
    assert,
  }) => {
    const people = await goneOn(client)
    const { ann, bob, carol } = people
    loseSessions()
    there.stage.server.faults.undated = true
    await comes(people, carol, 'Carol.')
    await sweeps()
    assert.lengthOf(toldOfLoss(bob), 1)
    assert.lengthOf(toldOfLoss(ann), 0)
  })

  for (const undated of [undefined, true])
    test(`is none where all of it was kept${undated ? ', and nothing dates that' : ''}`, async ({
      client,
      assert,
    }) => {
      const people = await goneOn(client)
      const { ann, bob, carol, second } = people
      await lose(there.stage, second)
      clock.travel(10 * MINUTE_MS)
      there.stage.server.faults.undated = undated
      await comes(people, carol, 'Carol.')
      assert.equal(await sweeps(), 0)
      for (const one of [ann, bob, carol]) assert.lengthOf(toldOfLoss(one), 0)
    })

  /** All is lost with Ann's work; the last save of Bob, who comes then, is kept over there. */
  async function lostBefore(client: ApiClient) {
    const people = await twoPeople(client)
    const { ann, bob, open } = people
    const first = await open(ann)
    first.edit('Ann.')
    there.stage.server.reset()
    clock.travel(10 * MINUTE_MS)
    const second = await open(bob)
    second.edit('Bob.')
    await lose(there.stage, second)
    clock.travel(10 * MINUTE_MS)
    return { ...people, carol: await makeOperator() }
  }

  test('is told of where it was lost before that save', async ({ client, assert }) => {
    const people = await lostBefore(client)
    const { ann, bob, carol } = people
    assert.equal(await comes(people, carol, 'Carol.'), 2)
    await sweeps()
    assert.lengthOf(toldOfLoss(ann), 1)
    for (const one of [bob, carol]) assert.lengthOf(toldOfLoss(one), 0)
  })

  test('is told of where they come again, only look, and what they change after that is brought back', async ({
    client,
    assert,
  }) => {
    const { id, ann, bob, open } = await twoPeople(client)
    const first = await open(ann)
    first.edit('Ann.')
    there.stage.server.reset()
    clock.travel(10 * MINUTE_MS)
    await (await open(ann)).close()
    clock.travel(10 * MINUTE_MS)
    const config = await goingOn(there.stage, client, id, ann)
    const again = await unheard(() => there.stage.server.open(config))
    again.edit('Again.')
    await lose(there.stage, again)
    await sweeps()
    const kinds = (await versionsOf(id)).map(({ kind }) => kind)
    assert.deepEqual(kinds, ['blank', 'recovered'])
    assert.lengthOf(toldOfLoss(ann), 1)
    assert.lengthOf(toldOfLoss(bob), 0)
  })

  test('is told of where they come again unheard after that save was refused', async ({
    client,
    assert,
  }) => {
    const { id, ann, bob, open } = await twoPeople(client)
    const first = await open(ann)
    first.edit('Ann.')
    there.stage.server.reset()
    const second = await open(bob)
    second.edit('Bob.')
    there.stage.configure({ documentServerInternalUrl: 'http://127.0.0.1:9' })
    await second.close()
    there.stage.configure()
    const theirs = await goingOn(there.stage, client, id, bob)
    const again = await unheard(() => open(ann))
    const next = await there.stage.server.open(theirs)
    await again.close()
    await next.close()
    await sweeps()
    assert.lengthOf(toldOfLoss(ann), 1)
    assert.lengthOf(toldOfLoss(bob), 0)
  })

  test('is told of where that save is brought back', async ({ client, assert }) => {
    const { id, ann, bob } = await lostBefore(client)
    await sweeps()
    assert.lengthOf(await versionsOf(id), 2)
    assert.lengthOf(toldOfLoss(ann), 1)
    assert.lengthOf(toldOfLoss(bob), 0)
  })

  test('is none where their session goes on with others', async ({ client, assert }) => {
    const people = await goneOn(client)
    const { ann, bob, carol, second, open } = people
    const third = await open(carol)
    await unheard(() => second.close())
    clock.travel(10 * MINUTE_MS)
    third.edit('Carol.')
    await third.close()
    assert.equal(await sweeps(), 0)
    for (const one of [ann, bob, carol]) assert.lengthOf(notices.toldTo(one.id), 0)
  })
})
