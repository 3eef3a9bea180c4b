import { test } from '@japa/runner'
import type { ApiClient } from '@japa/api-client'
import { baseUrl } from '../../helpers/download.js'
import { editorStage, staged, versionsOf, type EditorStage } from '../../helpers/editor_stage.js'
import { wordBytes } from '../../helpers/packages.js'

const MB = 1024 * 1024

test.group('Documents | large callbacks', (group) => {
  let stage: EditorStage
  group.setup(async () => {
    stage = await editorStage()
    return () => stage.close()
  })

  /** A final save that brings a history of about so many bytes. */
  async function saveWith(client: ApiClient, historyBytes: number) {
    const { id, config } = await staged(client)
    const { key } = config.document
    const change = { created: '2026-01-01 00:00:00', user: { id: '1', name: 'Ann' } }
    const count = Math.ceil(historyBytes / JSON.stringify(change).length)
    const history = { serverVersion: '9.3.1', changes: Array.from({ length: count }, () => change) }
    const url = stage.server.offer(wordBytes(`${historyBytes}`), 'docx')
    const payload = { key, status: 2, url, users: [], filetype: 'docx', history }
    return { id, callbackUrl: config.editorConfig.callbackUrl!, payload, history }
  }

  test('save with a history of 3 MB, and keep all of it', async ({ client, assert }) => {
    const { id, callbackUrl, payload, history } = await saveWith(client, 3 * MB)
    const { reply } = await stage.server.sendCallback({ callbackUrl, payload })
    assert.deepInclude(JSON.parse(reply!.body), { error: 0, code: 200 })
    const [, version] = await versionsOf(id)
    assert.equal(version!.history, JSON.stringify(history))
  })

  test('keep the save of a body beyond 10 MB, without its history', async ({ client, assert }) => {
    const { id, callbackUrl, payload } = await saveWith(client, 11 * MB)
    const { reply } = await stage.server.sendCallback({ callbackUrl, payload })
    assert.deepInclude(JSON.parse(reply!.body), { error: 0, code: 200 })
    const [, version] = await versionsOf(id)
    assert.equal(version!.kind, 'save')
    assert.deepEqual(JSON.parse(version!.history ?? '{}'), {})
  })

  test('refuse such a body for good where no header vouches for it', async ({ client, assert }) => {
    const { id, callbackUrl, payload } = await saveWith(client, 11 * MB)
    const sending = { callbackUrl, payload, form: 'body' as const }
    const { reply } = await stage.server.sendCallback(sending)
    assert.equal(reply!.status, 413)
    assert.containsSubset(JSON.parse(reply!.body), {
      error: 1,
      code: 413,
      data: { reason: 'E_PAYLOAD_TOO_LARGE' },
    })
    assert.lengthOf(await versionsOf(id), 1)
  })

  test('read no body of whoever comes without a good token', async ({ client, assert }) => {
    const { id, payload } = await saveWith(client, 3 * MB)
    const callbackUrl = `${baseUrl()}/app/document/callback/${id}?token=forged`
    const { reply } = await stage.server.sendCallback({ callbackUrl, payload })
    assert.containsSubset(JSON.parse(reply!.body), {
      code: 403,
      data: { reason: 'E_EDITOR_TOKEN' },
    })
  })

  test('refuse a long history that somebody else has signed', async ({ client, assert }) => {
    const { id, callbackUrl, payload } = await saveWith(client, MB)
    const secret = 'a secret that nobody but somebody else has'
    const { reply } = await stage.server.sendCallback({ callbackUrl, payload, secret })
    assert.containsSubset(JSON.parse(reply!.body), { error: 1, data: { reason: 'E_EDITOR_TOKEN' } })
    assert.lengthOf(await versionsOf(id), 1)
  })

  test('refuse a history with a change that is nested without end for good', async ({
    client,
    assert,
  }) => {
    const { id, callbackUrl, payload } = await saveWith(client, 1_000)
    const { changes: _, ...history } = payload.history
    const members = JSON.stringify({ ...payload, history })
    const change = `${'['.repeat(300_000)}${']'.repeat(300_000)}`
    const body = members.replace('"history":{', `"history":{"changes":[${change}],`)
    const answer = await fetch(callbackUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    })
    assert.equal(answer.status, 400)
    assert.lengthOf(await versionsOf(id), 1)
  })

  test('keep the usual limit everywhere else', async ({ client }) => {
    const { owner } = await staged(client)
    const response = await client
      .post('/app/document')
      .loginAs(owner)
      .json({ fileType: 'docx', title: 'x'.repeat(2 * MB) })
    response.assertStatus(413)
  })
})
