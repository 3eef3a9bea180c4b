import { test } from '@japa/runner'
import type { ApiClient } from '@japa/api-client'
import { clock } from '#kernel/state/clock'
import DocumentLog from '../../../app/plugins/documents/models/document_log.js'
import { makeOperator } from '../../helpers/accounts.js'
import { compoundFile, underPassword } from '../../helpers/compound_files.js'
import { documentOf, staged, versionsOf, type StagedConfig } from '../../helpers/editor_stage.js'
import { lookedAfter, MINUTE_MS } from '../../helpers/looked_after.js'
import { sweep } from '../../helpers/lost_saves.js'

const BEGUN = '2026-11-22 10:00:00'

const OLD_FORMAT = ['WordDocument', '1Table', 'Data', 'ObjectPool']

test.group('Documents | what is under a password', (group) => {
  const around = lookedAfter(group)

  const saved = (config: StagedConfig, userId: number, told: { status: number; text: string }) => {
    const { server } = around.stage
    const { key } = config.document
    const url = server.offer(underPassword(told.text), 'docx')
    const by = { users: [String(userId)], actions: [{ type: 0, userid: String(userId) }] }
    const run = { documentSha256: 'f'.repeat(64), created: BEGUN, user: { id: String(userId) } }
    const history = { serverVersion: '9.3.1', changes: [run] }
    const payload = { key, status: told.status, url, filetype: 'docx', history, ...by }
    return server.sendCallback({ callbackUrl: config.editorConfig.callbackUrl!, payload })
  }

  const upload = (client: ApiClient, content: Buffer, filename: string) =>
    makeOperator().then((user) =>
      client.post('/app/document').loginAs(user).file('file', content, { filename })
    )

  test('is kept beside as it comes, and whose it is, is told', async ({ client, assert }) => {
    const { id, owner, config } = await staged(client)
    const { reply } = await saved(config, owner.id, { status: 2, text: 'Salaries.' })
    assert.equal(reply!.status, 200, reply!.body)
    const [, version] = await versionsOf(id)
    assert.containsSubset(version, { beside: true, kind: 'late', fileType: 'docx' })
    assert.containsSubset(await documentOf(id), { versionNo: 1, fileType: 'docx' })
    const [notice, ...others] = around.notices.toldTo(owner.id)
    assert.match(notice!.body, /came under a password, and are kept so as version 2/)
    assert.isEmpty(others)
    const entry = await DocumentLog.query().where({ documentId: id, versionNo: 2 }).firstOrFail()
    assert.match(String(entry.detail?.reason), /under a password/)
    const content = await client.get(`/app/document/${id}/versions/2/content`).loginAs(owner)
    assert.include(content.header('content-disposition'), '.docx')
  })

  test('is told once, however often its session saves', async ({ client, assert }) => {
    const { id, owner, config } = await staged(client)
    for (const [status, text] of [
      [6, 'One.'],
      [6, 'Two.'],
      [2, 'Three.'],
    ] as const) {
      clock.travel(MINUTE_MS)
      assert.equal((await saved(config, owner.id, { status, text })).reply!.status, 200)
    }
    assert.equal((await documentOf(id)).versionNo, 1)
    assert.notEqual((await documentOf(id)).editorKey, config.document.key)
    assert.deepEqual(
      (await versionsOf(id)).map(({ underPassword: isLocked }) => isLocked),
      [false, true]
    )
    assert.lengthOf(around.notices.toldTo(owner.id), 1)
  })

  test('is not restored, and the answer says what to do', async ({ client, assert }) => {
    const { id, owner, config } = await staged(client)
    await saved(config, owner.id, { status: 2, text: 'Salaries.' })
    const refused = await client.post(`/app/document/${id}/versions/2/restore`).loginAs(owner)
    assert.equal(refused.status(), 400)
    assert.match(refused.body().message, /under a password/)
    assert.equal((await documentOf(id)).versionNo, 1)
  })

  test('is brought back from the store of lost saves', async ({ client, assert }) => {
    const { id, owner, config } = await staged(client)
    around.stage.server.store.forget(config.document.key, 'docx', underPassword('Lost.'))
    assert.containsSubset(await sweep(), { recovered: 1, failed: 0 })
    const [, version] = await versionsOf(id)
    assert.containsSubset(version, { beside: true, kind: 'recovered', underPassword: true })
    assert.match(around.notices.toldTo(owner.id).at(-1)!.body, /under a password/)
  })

  test('is no document, whatever it is named: {$self}')
    .with(['pay.docx', 'pay.doc', 'pay.xls'])
    .run(async ({ client, assert }, filename) => {
      const refused = await upload(client, underPassword('Salaries.'), filename)
      assert.equal(refused.status(), 415)
      assert.match(refused.body().message, /under a password; take that off/)
    })

  test('is not what an old format is that holds such a file', async ({ client, assert }) => {
    const names = [...OLD_FORMAT, 'EncryptedPackage']
    const created = await upload(client, compoundFile(names, 'Minutes.'), 'minutes.doc')
    assert.equal(created.status(), 200, JSON.stringify(created.body()))
  })
})
