import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import type { ApiClient } from '@japa/api-client'
import type { EditorConfig } from '#plugins/documents/main'
import DocumentLog from '../../../app/plugins/documents/models/document_log.js'
import { staged, versionsOf } from '../../helpers/editor_stage.js'
import { lookedAfter } from '../../helpers/looked_after.js'
import { sweep } from '../../helpers/lost_saves.js'
import { wordBytes } from '../../helpers/packages.js'

/** So much that it comes fast enough over two seconds. */
const TEXT = 'Slowly. '.repeat(10)
const slowBytes = () =>
  wordBytes(TEXT, { 'word/media/a.bin': [Buffer.alloc(200_000), { level: 0 }] })

test.group('Documents | slow downloads', (group) => {
  const around = lookedAfter(group)
  group.tap((one) => one.timeout(60_000))
  group.each.teardown(() => {
    const { faults } = around.stage.server
    Object.assign(faults, { output: undefined, outputOf: undefined })
  })

  async function session(client: ApiClient) {
    const { id, config } = await staged(client)
    const { server } = around.stage
    const url = server.offer(slowBytes(), 'docx')
    const callbackUrl = config.editorConfig.callbackUrl!
    const payload = { key: config.document.key, status: 2, url, filetype: 'docx', users: ['1'] }
    const send = async () => (await server.sendCallback({ callbackUrl, payload })).reply!.status
    return { id, key: config.document.key, send }
  }

  const reasonOf = async (documentId: number) =>
    String(
      (await DocumentLog.query().where({ documentId }).orderBy('id', 'desc').first())!.detail
        ?.reason
    )

  test('may take an hour, and no minute without anything', ({ assert }) => {
    const { downloadSeconds, downloadIdleSeconds } = app.config.get<EditorConfig>('editor')
    assert.deepEqual([downloadSeconds, downloadIdleSeconds], [3600, 60])
  })

  test('come in as long as something comes', async ({ client, assert }) => {
    const { id, send } = await session(client)
    around.stage.configure({ downloadIdleSeconds: 1.5, downloadSeconds: 60 })
    around.stage.server.faults.output = 'slow'
    assert.equal(await send(), 200)
    assert.lengthOf(await versionsOf(id), 2)
  })

  test('are cut off where nothing comes, or next to nothing: {$self}')
    .with(['hanging', 'stalling', 'dripping'] as const)
    .run(async ({ client, assert }, fault) => {
      const { id, send } = await session(client)
      around.stage.configure({ downloadIdleSeconds: 0.5, downloadSeconds: 3600 })
      around.stage.server.faults.output = fault
      const begun = performance.now()
      assert.equal(await send(), 503)
      assert.isBelow(performance.now() - begun, 30_000)
      assert.match(await reasonOf(id), /too slowly.*EDITOR_DOWNLOAD_IDLE_SECONDS/)
    })

  test('are cut off in the end', async ({ client, assert }) => {
    const { id, send } = await session(client)
    around.stage.configure({ downloadIdleSeconds: 60, downloadSeconds: 1 })
    around.stage.server.faults.output = 'slow'
    assert.equal(await send(), 503)
    assert.match(await reasonOf(id), /longer than 1 s.*EDITOR_DOWNLOAD_SECONDS/)
  })

  test('keep nobody else waiting, however many drip', async ({ client, assert }) => {
    const dripping = [await session(client), await session(client), await session(client)]
    const other = await session(client)
    around.stage.configure({ downloadIdleSeconds: 2, downloadSeconds: 3600 })
    for (const { key } of dripping) around.stage.server.store.forget(key, 'docx', slowBytes())
    Object.assign(around.stage.server.faults, { output: 'dripping', outputOf: 'forgotten' })
    const sweeping = sweep()
    assert.equal(await other.send(), 200)
    assert.containsSubset(await sweeping, { recovered: 0, failed: 3 })
    around.stage.server.faults.output = undefined
    assert.containsSubset(await sweep({ evenWaiting: true }), { recovered: 3, failed: 0 })
  })

  test('are begun once, however often is swept meanwhile', async ({ client, assert }) => {
    const { id, key } = await session(client)
    around.stage.server.store.forget(key, 'docx', slowBytes())
    around.stage.server.faults.output = 'slow'
    const [first, second] = await Promise.all([sweep(), sweep()])
    const counts = [first.recovered + second.recovered, (first.inUse ?? 0) + (second.inUse ?? 0)]
    assert.deepEqual(counts, [1, 1])
    assert.lengthOf(await versionsOf(id), 2)
  })
})
