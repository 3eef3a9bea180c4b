import { test } from '@japa/runner'
import type { ApiClient } from '@japa/api-client'
import type { EditorConfig } from '#plugins/documents/main'
import type { User } from '#plugins/identity/main'
import { clock } from '#kernel/state/clock'
import { EditorRefusal } from '../../fakes/document_server/configuration.js'
import { documentTexts } from '../../fakes/document_server/ooxml.js'
import { makeOperator } from '../../helpers/accounts.js'
import { download } from '../../helpers/download.js'
import { configOf, documentOf, lookingAt, staged, versionsOf } from '../../helpers/editor_stage.js'
import { HOUR_MS, lookedAfter, MINUTE_MS } from '../../helpers/looked_after.js'
import { lose } from '../../helpers/lost_saves.js'

test.group('Documents | keys that the document server has forgotten', (group) => {
  const there = lookedAfter(group)

  const open = async (client: ApiClient, id: number, who: User) =>
    there.stage.server.open(await configOf(client, id, who))

  const asked = (key: string) =>
    there.stage.server.log
      .of('command')
      .filter(({ command }) => command.c === 'info' && command.key === key).length

  async function presentTexts(client: ApiClient, id: number): Promise<string[]> {
    const { versionNo } = await documentOf(id)
    const { bytes } = await download(client, `/app/document/${id}/versions/${versionNo}/content`)
    return documentTexts(bytes, 'docx')
  }

  /** Somebody has it open on a laptop whose connection broke a day ago. */
  async function asleep(client: ApiClient) {
    const { id, owner, config } = await staged(client)
    const laptop = await there.stage.server.open(config)
    await laptop.close()
    clock.travel(25 * HOUR_MS)
    there.stage.server.forget(config.document.key)
    return { id, owner, laptop, key: config.document.key }
  }

  /** Somebody’s last save cannot be delivered, and they come again. */
  async function putAside(client: ApiClient, settingsThen?: Partial<EditorConfig>) {
    const { id, owner, config } = await staged(client)
    const laptop = await there.stage.server.open(config)
    laptop.edit('Put aside.')
    await lose(there.stage, laptop, settingsThen)
    return { id, laptop, key: config.document.key, desk: await open(client, id, owner) }
  }

  for (const others of ['the same person', 'somebody else'])
    test(`are given to nobody, so that a page of before comes back among no others: ${others}`, async ({
      client,
      assert,
    }) => {
      const { id, owner, laptop, key } = await asleep(client)
      const who = others === 'somebody else' ? await makeOperator() : owner
      const desk = await open(client, id, who)
      assert.notEqual(desk.room.key, key)
      await assert.rejects(() => there.stage.server.wake(laptop), /no cache/)
      desk.edit('At the desk.')
      await desk.close()
      assert.deepEqual(await presentTexts(client, id), ['At the desk.'])
      assert.lengthOf(await versionsOf(id), 2)
    })

  test('are given to nobody who only looks', async ({ client, assert }) => {
    const { id, key } = await asleep(client)
    const { document } = await lookingAt(client, id, await makeOperator())
    assert.notEqual(document.key, key)
  })

  test('are given to nobody while people come all at once', async ({ client, assert }) => {
    const { id, key } = await asleep(client)
    const people = await Promise.all(Array.from({ length: 4 }, () => makeOperator()))
    const configs = await Promise.all(people.map((one) => configOf(client, id, one)))
    const keys = new Set(configs.map(({ document }) => document.key))
    assert.isFalse(keys.has(key))
    assert.sameMembers([...keys], [(await documentOf(id)).editorKey])
  })

  test('leave nothing behind that was put aside', async ({ client, assert }) => {
    const { id, laptop, key, desk } = await putAside(client)
    assert.deepEqual(desk.texts, ['Put aside.'])
    assert.notEqual(desk.room.key, key)
    assert.isEmpty(there.stage.server.store.forgottenKeys())
    await assert.rejects(() => there.stage.server.wake(laptop), /no cache/)
    desk.edit('At the desk.')
    await desk.close()
    assert.deepEqual(await presentTexts(client, id), ['Put aside.', 'At the desk.'])
  })

  test('are kept where what was put aside cannot be had, and go on from it over there', async ({
    client,
    assert,
  }) => {
    const { id, key, desk } = await putAside(client, { downloadLimit: 10 })
    assert.equal(desk.room.key, key)
    assert.deepEqual(desk.texts, ['Put aside.'])
    there.stage.configure()
    await desk.close()
    assert.deepEqual(await presentTexts(client, id), ['Put aside.'])
  })

  test('have what cannot be had fetched a few times, and not for everybody who comes', async ({
    client,
    assert,
  }) => {
    const { id, key } = await asleep(client)
    there.stage.server.store.forget(key, 'docx', Buffer.from('No package.'))
    const looker = await makeOperator()
    const { log } = there.stage.server
    const fetched: number[] = []
    for (let time = 0; time < 6; time++) {
      const before = log.of('download').length
      await lookingAt(client, id, looker)
      fetched.push(log.of('download').length - before)
    }
    assert.isAbove(fetched[0]!, 0)
    assert.deepEqual(fetched.slice(3), [0, 0, 0])
    assert.equal((await documentOf(id)).editorKey, key)
  })

  test('are given to nobody after those who were inside as the document server lost its database', async ({
    client,
    assert,
  }) => {
    const { id, ann, bob } = await there.twoPeople(client)
    const editor = await open(client, id, ann)
    there.stage.server.loseStorage({ keepsForgotten: true })
    clock.travel(2 * MINUTE_MS)
    const other = await open(client, id, bob)
    assert.notEqual(other.room.key, editor.room.key)
    await assert.rejects(() => there.stage.server.wake(editor), /no cache/)
    other.edit('Made anew.')
    await other.close()
    assert.deepEqual(await presentTexts(client, id), ['Made anew.'])
  })

  test('are asked for once they were opened by somebody who might change them', async ({
    client,
    assert,
  }) => {
    const { id, config } = await staged(client)
    const { key } = config.document
    await configOf(client, id, await makeOperator())
    assert.equal(asked(key), 0)
    const editor = await there.stage.server.open(config)
    const { document } = await configOf(client, id, await makeOperator())
    assert.equal(asked(key), 1)
    assert.equal(document.key, key)
    await editor.close()
  })

  test('keep those waiting who come while it cannot be asked', async ({ client, assert }) => {
    const { id, key } = await asleep(client)
    there.stage.configure({ documentServerUrl: 'http://127.0.0.1:9' })
    const answer = await client
      .get(`/app/document/${id}/editor-config`)
      .loginAs(await makeOperator())
    assert.equal(answer.status(), 503)
    there.stage.configure()
    assert.equal((await documentOf(id)).editorKey, key)
  })

  test('let a page come back that nobody else began anew', async ({ client, assert }) => {
    const { id, config } = await staged(client)
    const laptop = await there.stage.server.open(config)
    await laptop.close()
    clock.travel(HOUR_MS)
    await there.stage.server.wake(laptop)
    laptop.edit('On the laptop.')
    await laptop.close()
    assert.deepEqual(await presentTexts(client, id), ['On the laptop.'])
  })

  test('let nobody come back as they are, once others have changed it', async ({
    client,
    assert,
  }) => {
    const { ann, bob, open: come } = await there.twoPeople(client)
    const laptop = await come(ann)
    await laptop.close()
    const desk = await come(bob)
    desk.edit('At the desk.')
    const refused = await there.stage.server.wake(laptop).catch((error: unknown) => error)
    assert.instanceOf(refused, EditorRefusal)
    await desk.close()
  })
})
