import { test } from '@japa/runner'
import type { Claims } from '#tests/fakes/document_server/tokens'
import { emptyOdt } from '#tests/fakes/document_server/conversion'
import { heldStage, textsOf } from './support/held_stage.js'
import type { ReceivedRequest } from './support/host_double.js'
import { configuration, type Stage } from './support/stage.js'

const REFUSED = { status: 200, body: '{"error":1}' }

const bodyOf = (request: ReceivedRequest | undefined): Claims => JSON.parse(request?.bodyText ?? '')

async function lose({ server, host }: Stage, text: string): Promise<void> {
  host.answers.set(2, REFUSED)
  const editor = await server.open(configuration(host))
  editor.edit(text)
  await editor.close()
  host.answers.clear()
}

test.group('Document server | saves that the host refused', () => {
  test('go on from a lost save when its key is opened again', async ({ assert, test: current }) => {
    const theatre = await heldStage(current)
    const { server, host } = theatre
    await lose(theatre, 'A')
    const again = await server.open(configuration(host))
    again.edit('B')
    const delivered = await again.close()

    assert.isTrue(delivered?.saved)
    assert.deepEqual(delivered?.payload.history, {})
    assert.notProperty(delivered?.payload, 'changesurl')
    assert.deepEqual(await textsOf(delivered?.payload ?? {}), ['A', 'B'])
    assert.lengthOf(host.contentFetches, 1)
    assert.isEmpty(server.store.forgottenKeys())
  })

  test('keep the second loss of a key at the path of the first', async ({
    assert,
    test: current,
  }) => {
    const theatre = await heldStage(current)
    const { server } = theatre
    const pathOf = (): string => new URL(server.store.forgottenLink('key-1') ?? '').pathname
    await lose(theatre, 'A')
    const first = [pathOf(), server.store.forgotten('key-1')?.bytes.length]
    await lose(theatre, 'B')

    assert.equal(pathOf(), first[0])
    assert.notEqual(server.store.forgotten('key-1')?.bytes.length, first[1])
  })

  test('write the office format where it cannot write the original one', async ({
    assert,
    test: current,
  }) => {
    const { server, host } = await heldStage(current)
    host.content = emptyOdt()
    server.faults.format = true
    const editor = await server.open(configuration(host, { fileType: 'odt' }))
    editor.edit('A')
    const delivered = await editor.close()

    assert.equal(delivered?.payload.filetype, 'docx')
    assert.match(String(delivered?.payload.url), /output\.docx\?/)
    assert.deepEqual(await textsOf(delivered?.payload ?? {}), ['A'])
  })

  test('keep the changes of a save that it could not write, unless the host takes its word', async ({
    assert,
    test: current,
  }) => {
    const { server, host } = await heldStage(current)
    server.faults.saving = true
    host.answers.set(3, REFUSED)
    const first = await server.open(configuration(host))
    first.edit('A')
    await first.close()
    const second = await server.open(configuration(host))
    assert.deepEqual(second.texts, ['A'])
    host.answers.clear()
    await second.close()
    server.room('key-1')?.expire()
    const third = await server.open(configuration(host))

    assert.isEmpty(third.texts)
    assert.isEmpty(server.store.forgottenKeys())
  })

  test('keep unsaved changes through a crash, and write them when the key is closed again', async ({
    assert,
    test: current,
  }) => {
    const { server, host } = await heldStage(current)
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

  test('learn nothing of an answer that comes after a crash', async ({ assert, test: current }) => {
    const { server, host, courier, heldUp } = await heldStage(current)
    courier.holds = ({ status }, stage) => status === 2 && stage === 'way'
    const first = await server.open(configuration(host))
    first.edit('A')
    const closing = first.close()
    await heldUp(1)
    server.crash()
    courier.held[0]?.release()

    assert.isUndefined(await closing)
    server.room('key-1')?.expire()
    const second = await server.open(configuration(host))
    assert.deepEqual(second.texts, ['A'])
  })
})
