import { test } from '@japa/runner'
import { EditorRefusal } from '#tests/fakes/document_server/configuration'
import type { Claims } from '#tests/fakes/document_server/tokens'
import type { ReceivedRequest } from './support/host_double.js'
import { OBSERVED_MEMBERS } from './support/observed.js'
import { configuration, sign, stage, unsigned } from './support/stage.js'

const bodyOf = (request: ReceivedRequest | undefined): Claims => JSON.parse(request?.bodyText ?? '')

test.group('Document server | sessions', () => {
  test('subscribe, fetch and open in the observed order', async ({ assert, test: current }) => {
    const { server, host } = await stage(current)
    const editor = await server.open(configuration(host))

    assert.deepEqual(
      server.log.entries.map((entry) =>
        entry.kind === 'editor' ? entry.message.type : entry.kind
      ),
      ['license', 'callback', 'auth', 'content', 'documentOpen', 'refreshToken']
    )
    assert.isTrue(editor.canEdit)
  })

  test('fetch the first URL only, however often the key is opened', async ({
    assert,
    test: current,
  }) => {
    const { server, host } = await stage(current)
    await server.open(configuration(host, { user: 'alice' }))
    const other = unsigned(host, { user: 'bob' })
    other.document.url = `${host.url}/app/document/content/1?token=another`
    await server.open(sign(other))

    assert.deepEqual(
      host.contentFetches.map(({ url }) => url),
      ['/app/document/content/1?token=file']
    )
  })

  test('try the content three times, then close without changes', async ({
    assert,
    test: current,
  }) => {
    const { server, host, waits } = await stage(current)
    host.contentStatus = 503

    await assert.rejects(() => server.open(configuration(host)), EditorRefusal)
    assert.lengthOf(host.contentFetches, 3)
    assert.deepEqual(waits, [1_000, 1_000])
    assert.deepEqual(
      host.callbacks().map((request) => bodyOf(request).status),
      [1, 4]
    )
  })

  test('refuse content that is no document', async ({ assert, test: current }) => {
    const { server, host } = await stage(current)
    host.content = Buffer.from('<!doctype html>')

    await assert.rejects(() => server.open(configuration(host)), /is not a \.docx/)
  })

  test('keep the key open after a close without changes', async ({ assert, test: current }) => {
    const { server, host } = await stage(current)
    const first = await server.open(configuration(host))
    await first.close()
    const second = await server.open(configuration(host))

    assert.isTrue(second.canEdit)
  })

  test('refuse edits under a finished key', async ({ assert, test: current }) => {
    const { server, host } = await stage(current)
    const first = await server.open(configuration(host))
    first.edit('one')
    await first.close()
    const second = await server.open(configuration(host))

    assert.isFalse(second.canEdit)
    assert.throws(() => second.edit('two'), /access deny/)
    assert.isUndefined(await second.close())
    assert.deepEqual(
      host.callbacks().map((request) => bodyOf(request).status),
      [1, 2]
    )
    const third = await server.open(configuration(host, { key: 'key-2' }))
    assert.isTrue(third.canEdit)
  })

  test('offer a refused save again when its key is opened and closed once more', async ({
    assert,
    test: current,
  }) => {
    const { server, host } = await stage(current)
    host.answers.set(2, { status: 200, body: '{"error":1}' })
    const first = await server.open(configuration(host))
    first.edit('one')
    await first.close()
    host.answers.clear()
    const second = await server.open(configuration(host))
    const delivered = await second.close()

    assert.isFalse(second.canEdit)
    assert.deepInclude(second.messages, {
      type: 'warning',
      code: -201,
      message: 'File not assembled',
    })
    assert.isTrue(delivered?.saved)
    assert.deepEqual(Object.keys(bodyOf(host.callbacks(2)[1])), [...OBSERVED_MEMBERS.recovered])
    assert.isNull(delivered?.payload.notmodified)
    assert.isEmpty(server.store.forgottenKeys())
    assert.lengthOf(host.contentFetches, 1)
  })

  test('say that nothing was modified where the last forced save was acknowledged', async ({
    assert,
    test: current,
  }) => {
    const { server, host } = await stage(current)
    const editor = await server.open(configuration(host))
    editor.edit('one')
    await editor.forceSave()
    const again = await editor.forceSave()
    assert.equal(again.code, 4)
    const delivered = await editor.close()

    assert.equal(delivered?.status, 2)
    assert.isTrue(delivered?.payload.notmodified)
  })

  test('say that something was modified where the forced save was refused', async ({
    assert,
    test: current,
  }) => {
    const { server, host } = await stage(current)
    host.answers.set(6, { status: 503 })
    const editor = await server.open(configuration(host))
    editor.edit('one')
    await editor.forceSave()
    const delivered = await editor.close()

    assert.isFalse(delivered?.payload.notmodified)
  })

  test('let a forced and a final save be under way together', async ({ assert, test: current }) => {
    const { server, host } = await stage(current)
    const editor = await server.open(configuration(host))
    editor.edit('one')
    const forced = editor.startForceSave()
    const final = await editor.close()
    const intermediate = await forced.delivered

    assert.isTrue(final?.saved)
    assert.isTrue(intermediate?.saved)
    const [first, second] = [host.callbacks(6), host.callbacks(2)].map(([request]) =>
      bodyOf(request)
    )
    assert.notEqual(first?.url, second?.url)
  })

  test('deliver a recorded save again under the same path', async ({ assert, test: current }) => {
    const { server, host } = await stage(current)
    const editor = await server.open(configuration(host))
    editor.edit('one')
    await editor.close()
    const [event] = server.log.callbacks(2)
    await Promise.all(Array.from({ length: 20 }, () => event && server.redeliver(event)))

    const paths = host.callbacks(2).map((request) => new URL(String(bodyOf(request).url)).pathname)
    assert.lengthOf(paths, 21)
    assert.lengthOf(new Set(paths), 1)
  })
})
