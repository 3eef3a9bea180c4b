import { test } from '@japa/runner'
import { strFromU8, unzipSync } from 'fflate'
import { HeldCourier } from '#tests/fakes/document_server/courier'
import { documentTexts } from '#tests/fakes/document_server/ooxml'
import { verifyToken, type Claims } from '#tests/fakes/document_server/tokens'
import { until } from '#tests/helpers/until'
import type { ReceivedRequest } from './support/host_double.js'
import { configuration, SECRET, stage } from './support/stage.js'

const key = 'key-1'

const bodyOf = (request: ReceivedRequest | undefined): Claims => JSON.parse(request?.bodyText ?? '')

const tokensOf = (request: ReceivedRequest | undefined) => ({
  body: verifyToken(String(bodyOf(request).token), SECRET, Date.now()),
  header: verifyToken(request?.headers.authorization?.slice(7) ?? '', SECRET, Date.now()),
})

test.group('Document server | callbacks', () => {
  test('sign twice for five minutes: flat in the body, wrapped in the header', async ({
    assert,
    test: current,
  }) => {
    const { server, host } = await stage(current)
    const editor = await server.open(configuration(host))
    editor.edit('one')
    await editor.close()
    assert.lengthOf(host.callbacks(), 2)
    for (const request of host.callbacks()) {
      const { token, ...plain } = bodyOf(request)
      const { body, header } = tokensOf(request)
      const { iat, exp, ...flat } = body
      assert.deepEqual(flat, plain)
      assert.deepEqual(header.payload, plain)
      assert.equal(Number(exp) - Number(iat), 300)
      assert.deepEqual(Object.keys(header), ['payload', 'iat', 'exp'])
    }
  })

  test('try a final save three more times, then forget it', async ({ assert, test: current }) => {
    const { server, host, waits } = await stage(current)
    host.answers.set(2, { status: 503 })
    const editor = await server.open(configuration(host))
    editor.edit('one')
    assert.isFalse((await editor.close())!.saved)
    assert.lengthOf(host.callbacks(2), 4)
    assert.deepEqual(waits, [1_000, 2_000, 4_000])
    assert.deepEqual(server.store.forgottenKeys(), [key])
  })

  test('send the retry of an older save after a newer one of the same key', async ({
    assert,
    test: current,
  }) => {
    const courier = new HeldCourier()
    const { server, host } = await stage(current, { courier })
    courier.holds = ({ attempt }, at) => attempt === 2 && at === 'turn'
    host.answers.set(2, { status: 503 })
    const first = await server.open(configuration(host, { user: 'alice' }))
    first.edit('A')
    const closing = first.close()
    await until(() => courier.held.length === 1)
    host.answers.clear()
    const second = await server.open(configuration(host, { user: 'bob' }))
    second.edit('B')
    assert.isTrue((await second.close())!.saved)
    courier.held[0]!.release()
    assert.isTrue((await closing)!.saved)
    const [, newer, older] = host.callbacks(2).map(bodyOf)
    const fileAt = (url: unknown) => server.store.open(new URL(String(url)))!.bytes
    const textsOf = ({ url }: Claims) => documentTexts(fileAt(url), 'docx')
    assert.deepEqual([textsOf(newer!), textsOf(older!)], [['A', 'B'], ['A']])
    const runs = Object.values(unzipSync(fileAt(newer!.changesurl)))
    assert.deepEqual(
      runs.map((run) => JSON.parse(strFromU8(run))),
      [['A'], ['B']]
    )
  })
})
