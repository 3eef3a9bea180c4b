import { test } from '@japa/runner'
import type { Claims } from '#tests/fakes/document_server/tokens'
import { changesOf, heldStage, textsOf } from './support/held_stage.js'
import type { ReceivedRequest } from './support/host_double.js'
import { configuration } from './support/stage.js'

const bodyOf = (request: ReceivedRequest | undefined): Claims => JSON.parse(request?.bodyText ?? '')

test.group('Document server | saves that overtake each other', () => {
  test('go on with the session when somebody comes back before its save is made', async ({
    assert,
    test: current,
  }) => {
    const { server, host, courier, heldUp } = await heldStage(current)
    courier.holds = ({ status }, stage) => status === 2 && stage === 'turn'
    const first = await server.open(configuration(host))
    first.edit('one')
    const closing = first.close()
    await heldUp(1)
    const second = await server.open(configuration(host))
    courier.held[0]?.release()

    assert.isUndefined(await closing)
    assert.isTrue(second.canEdit)
    assert.deepEqual(second.texts, ['one'])
    assert.isEmpty(host.callbacks(2))
  })

  test('send the retry of an older save after a newer one of the same key', async ({
    assert,
    test: current,
  }) => {
    const { server, host, courier, heldUp } = await heldStage(current)
    courier.holds = ({ attempt }, stage) => attempt === 2 && stage === 'turn'
    host.answers.set(2, { status: 503 })
    const first = await server.open(configuration(host, { user: 'alice' }))
    first.edit('A')
    const closing = first.close()
    await heldUp(1)
    host.answers.clear()
    const second = await server.open(configuration(host, { user: 'bob' }))
    second.edit('B')
    assert.isTrue((await second.close())?.saved)
    courier.held[0]?.release()
    assert.isTrue((await closing)?.saved)

    const [, newer, older] = host.callbacks(2).map(bodyOf)
    assert.deepEqual(await textsOf(newer ?? {}), ['A', 'B'])
    assert.deepEqual(await textsOf(older ?? {}), ['A'])
    assert.deepEqual(await changesOf(newer ?? {}), [['A'], ['B']])
    const [long, short] = [newer, older].map(
      (body) => (body?.history as Claims).changes as Claims[]
    )
    assert.deepEqual(short, long?.slice(0, 1))
  })

  test('stop retrying once somebody has gone on with the session', async ({
    assert,
    test: current,
  }) => {
    const { server, host, courier, heldUp } = await heldStage(current)
    courier.holds = ({ attempt }, stage) => attempt === 2 && stage === 'turn'
    host.answers.set(2, { status: 503 })
    const first = await server.open(configuration(host))
    first.edit('A')
    const closing = first.close()
    await heldUp(1)
    const second = await server.open(configuration(host))
    courier.held[0]?.release()

    assert.isUndefined(await closing)
    assert.isTrue(second.canEdit)
    assert.lengthOf(host.callbacks(2), 1)
    assert.isEmpty(server.store.forgottenKeys())
  })

  test('let nobody edit while the last save is on its way', async ({ assert, test: current }) => {
    const { server, host, courier, heldUp } = await heldStage(current)
    courier.holds = ({ status }, stage) => status === 2 && stage === 'way'
    const first = await server.open(configuration(host))
    first.edit('A')
    const closing = first.close()
    await heldUp(1)
    const second = await server.open(configuration(host))
    courier.held[0]?.release()
    await closing

    assert.isFalse(second.canEdit)
    assert.isUndefined(await second.close())
  })

  test('open a used key anew five minutes after its save', async ({ assert, test: current }) => {
    const { server, host } = await heldStage(current)
    const first = await server.open(configuration(host))
    first.edit('A')
    await first.close()
    server.room('key-1')?.expire()
    const second = await server.open(configuration(host))

    assert.isTrue(second.canEdit)
    assert.isEmpty(second.texts)
    assert.lengthOf(host.contentFetches, 2)
  })

  test('try again after a lost answer, and after a lost request', async ({
    assert,
    test: current,
  }) => {
    const { server, host, courier, heldUp } = await heldStage(current)
    courier.holds = ({ status }, stage) => status === 2 && stage === 'way'
    const editor = await server.open(configuration(host))
    editor.edit('A')
    const closing = editor.close()
    for (const fate of ['answer_lost', 'request_lost', 'delivered'] as const) {
      await heldUp(1)
      courier.held[0]?.release(fate)
    }

    assert.containsSubset(await closing, { saved: true, attempts: 3 })
    assert.lengthOf(host.callbacks(2), 2)
    const [lost] = server.log.callbacks(2)
    assert.containsSubset(lost, { lost: { status: 200 } })
  })

  test('write the time into every file where it is told to', async ({ assert, test: current }) => {
    let now = Date.now()
    const { server, host } = await heldStage(current, { stamps: true, now: () => now })
    const editor = await server.open(configuration(host))
    editor.edit('A')
    await editor.forceSave()
    now += 60_000
    await editor.close()

    const [forced, final] = [...host.callbacks(6), ...host.callbacks(2)].map(bodyOf)
    assert.deepEqual(await textsOf(forced ?? {}), await textsOf(final ?? {}))
    const bytes = [forced, final].map(
      (body) => server.store.open(new URL(String(body?.url)))?.bytes
    )
    assert.notDeepEqual(bytes[0], bytes[1])
  })
})
