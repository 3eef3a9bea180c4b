import { test } from '@japa/runner'
import type { ApiClient } from '@japa/api-client'
import { onEveryDatabase } from '#tests/helpers/on_every_database'
import { documentTexts } from '../../fakes/document_server/ooxml.js'
import { makeOperator } from '../../helpers/accounts.js'
import { download } from '../../helpers/download.js'
import {
  actionsOf,
  configOf,
  documentOf,
  sessionOf,
  staged,
  versionsOf,
} from '../../helpers/editor_stage.js'
import { lookedAfter } from '../../helpers/looked_after.js'
import { lose, loseWork, sweep } from '../../helpers/lost_saves.js'
import { wordBytes } from '../../helpers/packages.js'
import { placesOf, toldSession } from '../../helpers/told_saves.js'

const NOTHING = { recovered: 0, inUse: 0, failed: 0, foreign: 0, lost: 0 }

test.group('Documents | saves that could not be delivered', (group) => {
  onEveryDatabase(group)
  const there = lookedAfter(group)

  const store = () => there.stage.server.store

  /** An editing session whose last save is refused for good, while the editor is switched off. */
  async function lost(client: ApiClient, text: string) {
    const made = await staged(client)
    const delivered = await loseWork(there.stage, made.config, text)
    return { ...made, key: made.config.document.key, delivered }
  }

  /** A session with one save, of which the document server keeps another file. */
  async function forgotten(client: ApiClient, changedAt: string, status = 2) {
    const session = await toldSession(client, there.stage)
    const { owner, config, save } = session
    const kept = save({ status, text: 'A B', by: [owner.id], changedAt: '2026-11-22T10:00:00Z' })
    await kept.send()
    store().forget(config.document.key, 'docx', save({ text: 'A', changedAt }).bytes)
    return { ...session, kept }
  }

  test('become current, by the only one who could write', async ({ client, assert }) => {
    const { id, owner, key, delivered } = await lost(client, 'Not lost.')
    assert.containsSubset(delivered, { saved: false, attempts: 1, reply: { status: 403 } })
    assert.lengthOf(await versionsOf(id), 1)

    assert.deepEqual(await sweep(), { ...NOTHING, recovered: 1 })
    const [, version] = await versionsOf(id)
    assert.containsSubset(version, { authorId: owner.id, contributors: [owner.id] })
    assert.deepEqual(await placesOf(id), ['recovered current'])
    const content = await download(client, `/app/document/${id}/versions/2/content`)
    assert.include(documentTexts(content.bytes, 'docx'), 'Not lost.')
    assert.notEqual((await documentOf(id)).sessionKey, key)
    assert.include(await actionsOf(id), 'recovered')
    assert.equal(there.notices.toldTo(owner.id)[0]!.title, 'A save was recovered')
    assert.isEmpty(store().forgottenKeys())
    assert.deepEqual(await sweep(), NOTHING)
    assert.lengthOf(there.notices.heard, 1)
  })

  test('are by nobody where several could write: all are told', async ({ client, assert }) => {
    const { id, owner, config } = await staged(client)
    const other = await makeOperator()
    const theirs = await configOf(client, id, other)
    const editor = await there.stage.server.open(config)
    editor.edit('By the owner.')
    await there.stage.server.open(theirs).then((second) => second.close())
    await lose(there.stage, editor)
    await sweep()
    const [, version] = await versionsOf(id)
    assert.containsSubset(version, { authorId: null, placement: 'current' })
    for (const { id: told } of [owner, other]) assert.lengthOf(there.notices.toldTo(told), 1)
  })

  test('lie beside a later forced save, and are told to nobody', async ({ client, assert }) => {
    const { id, config } = await forgotten(client, '2026-11-22T09:00:00Z', 6)
    assert.containsSubset(await sweep(), { recovered: 1 })
    assert.deepEqual(await placesOf(id), ['forced_save current', 'recovered older'])
    assert.notEqual((await documentOf(id)).sessionKey, config.document.key)
    assert.isEmpty(there.notices.heard)
  })

  test('are told where they were modified after the kept save', async ({ client, assert }) => {
    const { id, owner } = await forgotten(client, '2026-11-22T11:00:00Z')
    await sweep()
    assert.deepEqual(await placesOf(id), ['save current', 'recovered session_ended'])
    assert.lengthOf(there.notices.toldTo(owner.id), 1)
  })

  test('are no version where they had come through after all', async ({ client, assert }) => {
    const { id, config, kept } = await forgotten(client, '2026-11-22T10:00:00Z')
    store().forget(config.document.key, 'docx', kept.bytes)
    assert.deepEqual(await sweep(), { ...NOTHING, recovered: 1 })
    assert.deepEqual(await placesOf(id), ['save current'])
    assert.isEmpty(there.notices.heard)
    assert.isEmpty(store().forgottenKeys())
  })

  test('are all kept where a key has several: {title}')
    .with([
      { title: 'one after the other', isMeanwhile: false },
      { title: 'a second one while the first is taken', isMeanwhile: true },
    ])
    .run(async ({ client, assert }, { isMeanwhile }) => {
      const { id, key } = await lost(client, 'First.')
      const forgetSecond = () => store().forget(key, 'docx', wordBytes('Second.'))
      const { forgottenLink } = store()
      let asked = 0
      store().forgottenLink = (one) => {
        if (++asked === 2 && isMeanwhile) forgetSecond()
        return forgottenLink.call(store(), one)
      }
      await sweep()
      if (!isMeanwhile) forgetSecond()
      await sweep()
      store().forgottenLink = forgottenLink
      assert.deepEqual(await placesOf(id), ['recovered current', 'recovered session_ended'])
      assert.isEmpty(store().forgottenKeys())
    })

  test('of other services are left alone', async ({ assert }) => {
    store().forget('somebody-elses', 'docx', Buffer.from('PK'))
    assert.deepEqual(await sweep(), { ...NOTHING, foreign: 1 })
    assert.deepEqual(store().forgottenKeys(), ['somebody-elses'])
  })

  test('stay there while they cannot be fetched: {$self}')
    .with(['unavailable', 'empty', 'html'] as const)
    .run(async ({ client, assert }, fault) => {
      const { id } = await lost(client, 'Patience.')
      there.stage.server.faults.output = fault
      assert.deepEqual(await sweep(), { ...NOTHING, failed: 1 })
      delete there.stage.server.faults.output
      assert.lengthOf(store().forgottenKeys(), 1)
      assert.deepEqual(await sweep(), { ...NOTHING, recovered: 1 })
      assert.deepEqual(await placesOf(id), ['recovered current'])
    })

  test('become current where they were only damaged on their way', async ({ client, assert }) => {
    const { id } = await lost(client, 'Whole.')
    Object.assign(there.stage.server.faults, { output: 'cut', outputTimes: 1 })
    await sweep()
    for (const fault of ['output', 'outputTimes'] as const) delete there.stage.server.faults[fault]
    assert.deepEqual(await placesOf(id), ['recovered current'])
    assert.isEmpty(store().forgottenKeys())
  })

  test('are kept as failed where they are damaged, and told', async ({ client, assert }) => {
    const { id, owner, key } = await lost(client, 'Damaged.')
    const { bytes } = store().forgotten(key)!
    store().forget(key, 'docx', bytes.subarray(0, bytes.length >> 1))
    assert.deepEqual(await sweep(), { ...NOTHING, recovered: 1 })
    assert.deepEqual(await placesOf(id), ['recovered failed_save'])
    assert.include(there.notices.toldTo(owner.id)[0]!.body, 'may be incomplete')
    assert.notEqual((await sessionOf(id)).sessionKey, key)
    assert.isEmpty(store().forgottenKeys())
  })

  test('are told once where too large, until the limit is raised', async ({ client, assert }) => {
    const { id, owner, key } = await lost(client, 'Large.')
    there.stage.configure({ downloadLimit: 10 })
    for (let times = 0; times < 2; times++)
      assert.deepEqual(await sweep(), { ...NOTHING, failed: 1 })
    assert.deepEqual(store().forgottenKeys(), [key])
    const titles = () => there.notices.toldTo(owner.id).map(({ title }) => title)
    assert.deepEqual(titles(), ['Changes could not be taken over'])
    there.stage.configure()
    assert.deepEqual(await sweep(), { ...NOTHING, recovered: 1 })
    assert.deepEqual(await placesOf(id), ['recovered current'])
    assert.deepEqual(titles().slice(1), ['A save was recovered'])
  })
})
