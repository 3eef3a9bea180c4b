import type { ApiClient } from '@japa/api-client'
import { test } from '@japa/runner'
import type { User } from '#plugins/identity/main'
import { makeOperator } from '../../helpers/accounts.js'
import { fetched } from '../../helpers/download.js'
import { actionsOf, configOf, staged, versionsOf } from '../../helpers/editor_stage.js'
import { lookedAfter } from '../../helpers/looked_after.js'
import { wordBytes } from '../../helpers/packages.js'

test.group('Documents | save as', (group) => {
  const there = lookedAfter(group)
  group.each.teardown(() => void delete there.stage.server.faults.output)

  const ask = (client: ApiClient, id: number, user: User, body: object) =>
    client.post(`/app/document/${id}/save-as`).loginAs(user).json(body)

  const copy = (text = 'A copy') => ({
    url: there.stage.server.offer(wordBytes(text), 'docx'),
    fileType: 'docx',
    title: 'A copy.docx',
  })

  test('make a document of the copy, the caller’s own', async ({ client, assert }) => {
    const { id } = await staged(client)
    const reader = await makeOperator()
    const response = await ask(client, id, reader, copy('Written over there'))
    response.assertStatus(200)
    const made = response.body().data
    assert.containsSubset(made, { title: 'A copy', fileType: 'docx', ownerId: reader.id })
    const [version] = await versionsOf(made.id)
    assert.deepEqual([version!.kind, version!.authorId], ['saved_as', reader.id])
    assert.equal((await actionsOf(id)).at(-1), 'saved_as')
    const config = await configOf(client, made.id, reader)
    const { bytes } = await fetched(config.document.url)
    assert.deepEqual(bytes, wordBytes('Written over there'))
    assert.lengthOf(await versionsOf(id), 1)
  })

  test('fetch from the document server, whatever the link names', async ({ client, assert }) => {
    const { id, owner } = await staged(client)
    const { url, ...rest } = copy()
    for (const host of ['http://169.254.169.254', 'https://example.org']) {
      there.stage.server.log.clear()
      const named = { ...rest, url: url.replace(there.stage.server.url, host) }
      ;(await ask(client, id, owner, named)).assertStatus(200)
      assert.lengthOf(there.stage.server.log.of('download'), 1)
    }
    for (const other of ['file:///etc/hostname', 'http://127.0.0.1:9/etc', 'cache/files/a.docx'])
      (await ask(client, id, owner, { ...rest, url: other })).assertStatus(400)
  })

  test('take what the document server wrote, and nothing else', async ({ client, assert }) => {
    const { id, owner } = await staged(client)
    for (const path of [
      '/fake/log',
      '/cache/files/../../fake/log',
      '/cache/files/%2e%2e/%2E%2E/fake/log',
      '/cache/files/x%5c..%5c..%5cfake/log',
      '/cache/files/..%252f..%252ffake/log',
      '/cache/files/%zz/fake/log',
    ]) {
      const url = there.stage.server.url + path
      const response = await ask(client, id, owner, { url, fileType: 'txt', title: 'Log' })
      response.assertStatus(400)
      assert.equal(response.body().data.reason, 'E_EDITOR_URL', path)
    }
    for (const url of ['foo:/\\..\\..\\fake/log', 'file:///cache/files/x', 'data:,x'])
      (await ask(client, id, owner, { url, fileType: 'txt', title: 'Log' })).assertStatus(400)
  })

  test('refuse what is not offered there any more, or is something else', async ({ client }) => {
    const { id, owner } = await staged(client)
    const { url } = copy()
    const gone = url.replace(/md5=[^&]*/, 'md5=another')
    for (const [changes, code, reason] of [
      [{ url: gone }, 400, 'E_EDITOR_FILE'],
      [{ fileType: 'xlsx' }, 400, 'E_EDITOR_FILE'],
      [{ fileType: 'html' }, 415, 'E_DOCUMENT_TYPE'],
    ] as const) {
      const refused = await ask(client, id, owner, { ...copy(), ...changes })
      refused.assertBodyContains({ code, data: { reason } })
    }
    for (const [output, status] of [
      ...(['html', 'empty', 'cut', 'notFound'] as const).map((fault) => [fault, 400] as const),
      ...(['truncated', 'unavailable', 'redirecting'] as const).map((at) => [at, 503] as const),
      ['tooLarge', 413],
    ] as const) {
      there.stage.server.faults.output = output
      ;(await ask(client, id, owner, copy())).assertStatus(status)
    }
  })

  test('be for those alone who may create documents', async ({ client }) => {
    const { id } = await staged(client)
    const reader = await makeOperator()
    there.stage.gate.tell(reader.id, null, 'document:document:create')
    ;(await ask(client, id, reader, copy())).assertStatus(403)
  })

  test('refuse bodies that say too little or too much', async ({ client }) => {
    const { id, owner } = await staged(client)
    const urls = [undefined, 5, 'x'.repeat(5000)].map((url) => ({ url }))
    for (const changes of [...urls, { fileType: '../docx' }, { title: '' }])
      (await ask(client, id, owner, { ...copy(), ...changes })).assertStatus(422)
    there.stage.configure({ enabled: false })
    const off = await ask(client, id, owner, copy())
    off.assertBodyContains({ data: { reason: 'E_EDITOR_OFF' } })
  })
})
