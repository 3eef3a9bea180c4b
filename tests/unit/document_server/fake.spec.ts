import { test } from '@japa/runner'
import { strFromU8, unzipSync } from 'fflate'
import { documentTexts } from '#tests/fakes/document_server/ooxml'
import { signToken, verifyToken, type Claims } from '#tests/fakes/document_server/tokens'
import type { ReceivedRequest } from './support/host_double.js'
import { configuration, heldStage, SECRET, stage, type Stage } from './support/stage.js'

const key = 'key-1'

const bodyOf = (request: ReceivedRequest | undefined): Claims => JSON.parse(request?.bodyText ?? '')

const tokensOf = (request: ReceivedRequest | undefined) => ({
  body: verifyToken(String(bodyOf(request).token), SECRET, Date.now()),
  header: verifyToken(request?.headers.authorization?.slice(7) ?? '', SECRET, Date.now()),
})

async function lose({ server, host }: Stage, text: string): Promise<void> {
  host.answers.set(2, { status: 200, body: '{"error":1}' })
  const editor = await server.open(configuration(host))
  editor.edit(text)
  await editor.close()
  host.answers.clear()
}

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

  test('lose the long members everywhere but in the body token when the header gets too long', async ({
    assert,
    test: current,
  }) => {
    const { server, host } = await stage(current)
    const open = (user: string) => server.open(configuration(host, { user }))
    const editors = [await open('alice'), await open('bob')]
    for (let turn = 0; turn < 60; turn++) editors[turn % 2]!.edit(`turn ${turn}`)
    await Promise.all(editors.map((editor) => editor.close()))
    const request = host.callbacks(2)[0]
    const { body, header } = tokensOf(request)
    for (const shortened of [bodyOf(request), header.payload as Claims])
      for (const long of ['history', 'changesurl']) assert.notProperty(shortened, long)
    assert.property(body, 'changesurl')
    assert.lengthOf((body.history as { changes: Claims[] }).changes, 60)
    assert.isBelow(request!.headers.authorization!.length, 7_168)
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

  test('keep the second loss of a key at the path of the first', async ({
    assert,
    test: current,
  }) => {
    const theatre = await stage(current)
    const { store } = theatre.server
    const pathOf = () => new URL(store.forgottenLink(key)!).pathname
    await lose(theatre, 'A')
    const first = pathOf()
    await lose(theatre, 'B')
    assert.equal(pathOf(), first)
    assert.deepEqual(documentTexts(store.forgotten(key)!.bytes, 'docx'), ['A', 'B'])
  })

  test('keep unsaved changes through a crash, and write them when the key is closed again', async ({
    assert,
    test: current,
  }) => {
    const { server, host } = await stage(current)
    const first = await server.open(configuration(host, { user: 'alice' }))
    first.edit('A')
    server.crash()
    assert.isFalse(first.canEdit)
    assert.isUndefined(await first.close())
    assert.isEmpty(host.callbacks(2))
    const second = await server.open(configuration(host, { user: 'bob' }))
    assert.deepEqual(second.texts, ['A'])
    assert.containsSubset(await second.close(), { saved: true, payload: { users: ['alice'] } })
    const [request] = host.callbacks(2)
    assert.isNull(bodyOf(request).notmodified)
    assert.deepEqual(bodyOf(request).actions, [{ type: 0, userid: 'bob' }])
  })

  test('send the retry of an older save after a newer one of the same key', async ({
    assert,
    test: current,
  }) => {
    const { server, host, courier, heldUp } = await heldStage(current)
    courier.holds = ({ attempt }, at) => attempt === 2 && at === 'turn'
    host.answers.set(2, { status: 503 })
    const first = await server.open(configuration(host, { user: 'alice' }))
    first.edit('A')
    const closing = first.close()
    await heldUp()
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

test.group('Document server | the command info', () => {
  async function info({ server }: Stage): Promise<Claims> {
    server.log.clear()
    const token = signToken({ c: 'info', key }, SECRET, Date.now())
    const body = JSON.stringify({ token })
    const response = await fetch(`${server.url}/command`, { method: 'POST', body })
    const { error, users } = (await response.json()) as Claims
    return { error, users, told: server.log.callbacks()[0]?.payload }
  }

  test('say who is in, and of unsaved changes that nobody edits them', async ({
    assert,
    test: current,
  }) => {
    const theatre = await stage(current)
    const editor = await theatre.server.open(configuration(theatre.host))
    const told = { key, status: 1, users: ['u1'] }
    assert.deepEqual(await info(theatre), { error: 0, users: ['u1'], told })
    editor.edit('A')
    theatre.server.crash()
    assert.deepEqual(await info(theatre), { error: 0, users: [], told: { ...told, users: [] } })
  })

  test('say of a closed session that it is, saved or unchanged', async ({
    assert,
    test: current,
  }) => {
    const theatre = await stage(current)
    for (const text of ['', 'A']) {
      const editor = await theatre.server.open(configuration(theatre.host))
      if (text) editor.edit(text)
      await editor.close()
      assert.deepEqual(await info(theatre), { error: 0, users: [], told: { key, status: 4 } })
    }
  })
})
