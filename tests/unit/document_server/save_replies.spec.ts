import { test } from '@japa/runner'
import type { Claims } from '#tests/fakes/document_server/tokens'
import { ACKNOWLEDGED, DROPPED, type ReceivedRequest } from './support/host_double.js'
import { configuration, stage } from './support/stage.js'

const bodyOf = (request: ReceivedRequest | undefined): Claims => JSON.parse(request?.bodyText ?? '')

const PASSING = [
  ['429', { status: 429, body: '{"error":0}' }],
  ['500', { status: 500, body: '{"error":0}' }],
  ['503', { status: 503, body: '{"error":1}' }],
  ['a dropped connection', DROPPED],
] as const

const FINAL = [
  ['200 with error 1', { status: 200, body: '{"error":1}' }],
  ['200 without a top-level error', { status: 200, body: '{"code":200,"data":{"error":0}}' }],
  ['200 with the error as a string', { status: 200, body: '{"error":"0"}' }],
  ['200 with no JSON', { status: 200, body: 'ok' }],
  ['201', { status: 201, body: '{"error":0}' }],
  ['204', { status: 204 }],
  ['400', { status: 400, body: '{"error":0}' }],
  ['401', { status: 401, body: '{"error":1}' }],
  ['404', { status: 404, body: '{"error":1}' }],
] as const

test.group('Document server | replies to a save', () => {
  for (const [name, answer] of PASSING) {
    test(`try a final save three more times after ${name}, then forget it`, async ({
      assert,
      test: current,
    }) => {
      const { server, host, waits } = await stage(current)
      host.answers.set(2, answer)
      const editor = await server.open(configuration(host))
      editor.edit('one')
      const delivered = await editor.close()

      assert.isFalse(delivered?.saved)
      assert.lengthOf(host.callbacks(2), 4)
      assert.deepEqual(waits, [1_000, 2_000, 4_000])
      assert.deepEqual(server.store.forgottenKeys(), ['key-1'])
    })

    test(`never try a forced save again after ${name}`, async ({ assert, test: current }) => {
      const { server, host, waits } = await stage(current)
      host.answers.set(6, answer)
      const editor = await server.open(configuration(host))
      editor.edit('one')
      const { delivered } = await editor.forceSave()

      assert.isFalse(delivered?.saved)
      assert.lengthOf(host.callbacks(6), 1)
      assert.isEmpty(waits)
      assert.isEmpty(server.store.forgottenKeys())
    })
  }

  for (const [name, answer] of FINAL) {
    test(`forget a final save at once after ${name}`, async ({ assert, test: current }) => {
      const { server, host, waits } = await stage(current)
      host.answers.set(2, answer)
      const editor = await server.open(configuration(host))
      editor.edit('one')
      const delivered = await editor.close()

      assert.isFalse(delivered?.saved)
      assert.lengthOf(host.callbacks(2), 1)
      assert.isEmpty(waits)
      assert.deepEqual(server.store.forgottenKeys(), ['key-1'])
    })
  }

  test('retry with new tokens and queries, the same path', async ({ assert, test: current }) => {
    let now = Date.now()
    const wait = async (milliseconds: number): Promise<void> => void (now += milliseconds)
    const { server, host } = await stage(current, { now: () => now, wait })
    host.answers.set(2, { status: 503 })
    const editor = await server.open(configuration(host))
    editor.edit('one')
    await editor.close()

    const bodies = host.callbacks(2).map(bodyOf)
    const urls = bodies.map(({ url }) => new URL(String(url)))
    assert.lengthOf(new Set(bodies.map(({ token }) => token)), 4)
    assert.lengthOf(new Set(urls.map(({ pathname }) => pathname)), 1)
    assert.isAbove(new Set(urls.map(({ search }) => search)).size, 1)
  })

  test('stop retrying at the first acknowledgement', async ({ assert, test: current }) => {
    const { server, host, waits } = await stage(current, {
      wait: async (milliseconds) => {
        waits.push(milliseconds)
        host.answers.set(2, ACKNOWLEDGED)
      },
    })
    host.answers.set(2, { status: 503 })
    const editor = await server.open(configuration(host))
    editor.edit('one')
    const delivered = await editor.close()

    assert.isTrue(delivered?.saved)
    assert.equal(delivered?.attempts, 2)
    assert.deepEqual(waits, [1_000])
    assert.isEmpty(server.store.forgottenKeys())
  })

  test('accept further members beside a top-level error of 0', async ({
    assert,
    test: current,
  }) => {
    const { server, host } = await stage(current)
    host.answers.set(2, { status: 200, body: '{"code":200,"message":"ok","data":null,"error":0}' })
    const editor = await server.open(configuration(host))
    editor.edit('one')
    const delivered = await editor.close()

    assert.isTrue(delivered?.saved)
  })

  for (const status of [301, 302]) {
    test(`turn a ${status} into a GET whose answer counts as the save's`, async ({
      assert,
      test: current,
    }) => {
      const { server, host } = await stage(current)
      host.answers.set(2, { status, location: '/elsewhere' })
      const editor = await server.open(configuration(host))
      editor.edit('one')
      const delivered = await editor.close()

      assert.isTrue(delivered?.saved)
      assert.equal(host.received.at(-1)?.method, 'GET')
      assert.equal(host.received.at(-1)?.url, '/elsewhere')
    })
  }

  test('give up waiting for a retry when the server stops', async ({ assert, test: current }) => {
    const { server, host } = await stage(current, { wait: undefined })
    host.answers.set(2, { status: 503 })
    const editor = await server.open(configuration(host))
    editor.edit('one')
    const closing = editor.close()
    await server.log.waitFor((event) => event.kind === 'callback' && event.status === 2)
    await server.stop()

    await assert.rejects(() => closing)
  })

  test('go on after a refused subscription, with a warning', async ({ assert, test: current }) => {
    const { server, host } = await stage(current)
    host.answers.set(1, { status: 200, body: '{"error":1}' })
    const editor = await server.open(configuration(host))

    assert.isTrue(editor.canEdit)
    assert.deepInclude(editor.messages, {
      type: 'warning',
      message: 'Error on save server subscription!',
    })
  })
})
