import { test } from '@japa/runner'
import type { ApiClient } from '@japa/api-client'
import { documentOf, staged, versionsOf } from '../../helpers/editor_stage.js'
import { growingPackage } from '../../helpers/growing_packages.js'
import { lookedAfter } from '../../helpers/looked_after.js'
import { sweep } from '../../helpers/lost_saves.js'

const MB = 1024 * 1024

/** More than anybody may bring. */
const grown = (text: string) => growingPackage(text, 9)

test.group('Documents | saves that grow when they are unpacked', (group) => {
  const around = lookedAfter(group)

  async function saved(client: ApiClient, bytes: Buffer) {
    const { id, owner, config } = await staged(client)
    const { server } = around.stage
    const callbackUrl = config.editorConfig.callbackUrl!
    const url = server.offer(bytes, 'docx')
    const by = { users: [String(owner.id)], actions: [{ type: 0, userid: String(owner.id) }] }
    const payload = { key: config.document.key, status: 2, url, filetype: 'docx', ...by }
    const { reply } = await server.sendCallback({ callbackUrl, payload })
    return { id, owner, config, status: reply!.status, answer: JSON.parse(reply!.body) }
  }

  test('are taken beyond what anybody may bring', async ({ client, assert }) => {
    const { id, status, answer } = await saved(client, grown('Large.'))
    assert.equal(status, 200, JSON.stringify(answer))
    const [, version] = await versionsOf(id)
    assert.isString(version!.contentDigest)
    assert.equal((await documentOf(id)).versionNo, 2)
  }).timeout(60_000)

  test('are refused for good beyond the limit, and the log says by which', async ({
    client,
    assert,
  }) => {
    around.stage.configure({ unpackedLimit: 512 * MB })
    const { id, status, answer } = await saved(client, grown('Large.'))
    assert.equal(status, 413)
    assert.equal(answer.error, 1)
    assert.match(answer.message, /512 MB.*EDITOR_UNPACKED_LIMIT_MB/)
    assert.lengthOf(await versionsOf(id), 1)
  }).timeout(60_000)

  test('are told with the remedy, which works', async ({ client, assert }) => {
    const { id, owner, config } = await staged(client)
    around.stage.server.store.forget(config.document.key, 'docx', grown('Large.'))
    around.stage.configure({ unpackedLimit: 512 * MB })
    for (let times = 0; times < 2; times++) assert.containsSubset(await sweep(), { failed: 1 })
    const told = around.notices.toldTo(owner.id).filter(({ title }) => /^Changes/.test(title))
    assert.lengthOf(told, 1)
    assert.match(told[0]!.body, /too large when unpacked.*EDITOR_UNPACKED_LIMIT_MB is raised/)
    const { heard } = around.notices
    const toMenders = heard.filter(({ notice }) => notice.body.includes(config.document.key))
    assert.lengthOf(toMenders, 1)
    assert.match(toMenders[0]!.notice.body, /Raise EDITOR_UNPACKED_LIMIT_MB/)
    around.stage.configure()
    assert.containsSubset(await sweep(), { recovered: 1, failed: 0 })
    assert.lengthOf(await versionsOf(id), 2)
  }).timeout(60_000)
})
