import app from '@adonisjs/core/services/app'
import type { ApiClient } from '@japa/api-client'
import { test } from '@japa/runner'
import { toStored } from '#kernel/database/instant'
import { clock } from '#kernel/state/clock'
import { ConversionRunner } from '../../../app/plugins/documents/conversion/conversion_runner.js'
import DocumentConversion from '../../../app/plugins/documents/models/document_conversion.js'
import { assertDeletingPace } from '../../../app/plugins/documents/paces.js'
import { makeOperator } from '../../helpers/accounts.js'
import { actionsOf, editorStage, staged, type EditorStage } from '../../helpers/editor_stage.js'
import { wordBytes } from '../../helpers/packages.js'
import { statementsOf } from '../../helpers/statements.js'
import { until } from '../../helpers/until.js'

test.group('Documents | paces of one person', (group) => {
  let stage: EditorStage
  group.setup(async () => {
    stage = await editorStage()
    return () => stage.close()
  })
  group.each.teardown(async () => {
    delete stage.server.faults.converter
    await idle()
    clock.restore()
  })

  const idle = async () => (await app.container.make(ConversionRunner)).idle()

  async function statusesOf(count: number, ask: (no: number) => ReturnType<ApiClient['post']>) {
    const statuses: number[] = []
    for (let no = 1; no <= count; no++) statuses.push((await ask(no)).status())
    return statuses
  }

  const firstRefused = (statuses: number[]) => statuses.indexOf(429) + 1

  test('slow down who renames without end, and note nothing more', async ({ client, assert }) => {
    const { id, owner } = await staged(client)
    const rename = (no: number) =>
      client
        .put(`/app/document/${id}`)
        .loginAs(owner)
        .json({ title: `Minutes ${no}` })
    assert.equal(firstRefused(await statusesOf(61, rename)), 61)
    assert.lengthOf(await actionsOf(id), 60)
  })

  test('write nothing, and tell no editor, where the title is the same', async ({
    client,
    assert,
  }) => {
    const { id, owner } = await staged(client)
    const path = `/app/document/${id}`
    const { data: before } = (await client.get(path).loginAs(owner)).body()
    const commands = stage.server.log.of('command').length
    const same = await client.put(path).loginAs(owner).json({ title: before.title })
    same.assertStatus(200)
    assert.deepEqual(same.body().data, before)
    assert.isEmpty(await actionsOf(id))
    assert.lengthOf(stage.server.log.of('command'), commands)
  })

  test('slow down who makes documents without end', async ({ client, assert }) => {
    const owner = await makeOperator()
    const create = (no: number) =>
      client
        .post('/app/document')
        .loginAs(owner)
        .json({ fileType: 'docx', title: `${no}` })
    assert.equal(firstRefused(await statusesOf(121, create)), 121)
  })

  test('slow down who deletes many at a time, or empties the trash, without end', async ({
    client,
    assert,
  }) => {
    const { id, owner } = await staged(client)
    const there = `/app/document/${id}`
    ;(await client.delete(there).loginAs(owner)).assertStatus(200)
    const ids = Array.from({ length: 100 }, (_, no) => 2_000_000_000 + no).join()
    const remove = () => client.delete('/app/document').loginAs(owner).qs({ ids })
    assert.equal(firstRefused(await statusesOf(11, remove)), 11)
    const refused = await client.delete('/app/document/trash').loginAs(owner)
    refused.assertStatus(429)
    assert.isAbove(Number(refused.header('retry-after')), 0)
    assert.deepEqual(await actionsOf(id), ['deleted'])
  })

  test('read nothing of the trash for who has spent theirs', async ({ client, assert }) => {
    const { owner } = await staged(client)
    await assertDeletingPace(owner.id, 1_000)
    const statements = await statementsOf(async () => {
      const refused = await client.delete('/app/document/trash').loginAs(owner)
      refused.assertStatus(429)
    })
    assert.isEmpty(statements.filter((sql) => /from .?documents\b/i.test(sql)))
  })

  test('count copies that fail, and fetch nothing beyond that', async ({
    client,
    assert,
    cleanup,
  }) => {
    cleanup(() => void delete stage.server.faults.output)
    const { id } = await staged(client)
    const person = await makeOperator()
    const url = stage.server.offer(wordBytes('A copy'), 'docx')
    stage.server.faults.output = 'html'
    stage.server.log.clear()
    const copy = { url, fileType: 'docx', title: 'A copy' }
    const statuses = await statusesOf(121, () =>
      client.post(`/app/document/${id}/save-as`).loginAs(person).json(copy)
    )
    assert.equal(firstRefused(statuses), 121)
    assert.lengthOf(stage.server.log.of('download'), 120)
  })

  test('slow down who exports without end, or asks for headers alone, and note nothing more', async ({
    client,
    assert,
  }) => {
    const { id, owner } = await staged(client)
    const path = `/app/document/${id}/export`
    ;(await client.head(path).loginAs(owner)).assertStatus(200)
    const statuses = await statusesOf(30, () => client.get(path).loginAs(owner))
    assert.equal(firstRefused(statuses), 30)
    assert.lengthOf(await actionsOf(id), 29)
    ;(await client.head(path).loginAs(owner)).assertStatus(429)
  })

  test('give a cancelled conversion’s place away once whoever works on it has stopped', async ({
    client,
    assert,
  }) => {
    const { id, owner } = await staged(client)
    const path = `/app/document/${id}`
    stage.server.faults.converter = { endless: true }
    const begin = () => client.post(`${path}/convert`).loginAs(owner).json({ to: 'pdf' })
    async function cancelled(values: object) {
      const begun = await begin()
      begun.assertStatus(200)
      const { id: cid } = begun.body().data
      await until(async () => (await DocumentConversion.findOrFail(cid)).runner !== null)
      await DocumentConversion.query().where('id', cid).update(values)
      await client.delete(`${path}/conversions/${cid}`).loginAs(owner)
    }
    clock.stop()
    const runnerUntil = toStored(clock.now() + 30_000)
    for (let no = 1; no <= 3; no++) await cancelled({ runner: 'another node', runnerUntil })
    const refused = await begin()
    refused.assertStatus(429)
    assert.equal(refused.header('retry-after'), '10')
    clock.travel(31_000)
    for (let no = 1; no <= 4; no++) {
      await cancelled({ percent: 0 })
      await idle()
    }
  })

  test('slow down who begins conversions and cancels them without end', async ({
    client,
    assert,
  }) => {
    const { id, owner } = await staged(client)
    const convert = async () => {
      const begun = await client
        .post(`/app/document/${id}/convert`)
        .loginAs(owner)
        .json({ to: 'pdf' })
      await idle()
      return begun
    }
    for (let no = 1; no <= 60; no++) (await convert()).assertStatus(200)
    const refused = await convert()
    refused.assertStatus(429)
    assert.isAbove(Number(refused.header('retry-after')), 0)
  })
})
