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
    assert.containsSubset(made, {
      title: 'A copy',
      fileType: 'docx',
      ownerId: reader.id,
      versionNo: 1,
      status: 'draft',
    })
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
    for (const host of ['http://169.254.169.254', 'http://127.0.0.1:9', 'https://example.org']) {
      const { url, ...rest } = copy()
      const { pathname, search } = new URL(url)
      there.stage.server.log.clear()
      const response = await ask(client, id, owner, { ...rest, url: `${host}${pathname}${search}` })
      response.assertStatus(200)
      assert.lengthOf(there.stage.server.log.of('download'), 1)
    }
    for (const url of ['file:///etc/hostname', 'http://127.0.0.1:9/etc', 'cache/files/a.docx']) {
      const refused = await ask(client, id, owner, { ...copy(), url })
      refused.assertStatus(400)
    }
  })

  test('take what the document server wrote, and nothing else', async ({ client, assert }) => {
    const { id, owner } = await staged(client)
    for (const path of [
      '/fake/log',
      '/cache/files/../../fake/log',
      '/cache/files/%2e%2e/%2E%2E/fake/log',
      '/cache/files/..%2f..%2Ffake/log',
      '/cache/files/x%5c..%5c..%5cfake/log',
      '/cache/files/..%252f..%252ffake/log',
      '/cache/files/%00/fake/log',
      '/cache/files/%zz/fake/log',
      '/info/info.json',
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
    const tampered = new URL(url)
    tampered.searchParams.set('md5', 'another')
    const gone = await ask(client, id, owner, { ...copy(), url: tampered.href })
    gone.assertStatus(400)
    gone.assertBodyContains({ data: { reason: 'E_EDITOR_FILE' } })
    const other = await ask(client, id, owner, { ...copy(), fileType: 'xlsx' })
    other.assertStatus(400)
    other.assertBodyContains({ data: { reason: 'E_EDITOR_FILE' } })
    const foreign = await ask(client, id, owner, { ...copy(), fileType: 'html' })
    foreign.assertStatus(415)
    foreign.assertBodyContains({ data: { reason: 'E_DOCUMENT_TYPE' } })

    for (const output of ['html', 'empty', 'cut', 'notFound'] as const) {
      there.stage.server.faults.output = output
      ;(await ask(client, id, owner, copy())).assertStatus(400)
    }
    for (const output of ['truncated', 'unavailable', 'redirecting'] as const) {
      there.stage.server.faults.output = output
      ;(await ask(client, id, owner, copy())).assertStatus(503)
    }
    there.stage.server.faults.output = 'tooLarge'
    ;(await ask(client, id, owner, copy())).assertStatus(413)
  })

  test('be for those alone who may create documents', async ({ client }) => {
    const { id } = await staged(client)
    const reader = await makeOperator()
    there.stage.gate.tell(reader.id, null, 'document:document:create')
    ;(await ask(client, id, reader, copy())).assertStatus(403)
  })

  test('refuse bodies that say too little or too much', async ({ client }) => {
    const { id, owner } = await staged(client)
    for (const changes of [
      { url: undefined },
      { url: '' },
      { url: 5 },
      { url: 'x'.repeat(5000) },
      { fileType: '../docx' },
      { title: '' },
      { title: 'x'.repeat(201) },
    ])
      (await ask(client, id, owner, { ...copy(), ...changes })).assertStatus(422)
    there.stage.configure({ enabled: false })
    const off = await ask(client, id, owner, copy())
    off.assertBodyContains({ data: { reason: 'E_EDITOR_OFF' } })
  })
})
