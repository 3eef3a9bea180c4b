import { test } from '@japa/runner'
import { signToken, type Claims } from '#tests/fakes/document_server/tokens'
import { ForcedBy } from '#tests/fakes/document_server/forced_saves'
import { heldStage } from './support/held_stage.js'
import { configuration, SECRET, type Stage } from './support/stage.js'

async function post({ server }: Stage, command: Claims): Promise<Claims> {
  const body = JSON.stringify({ token: signToken(command, SECRET, Date.now()) })
  const response = await fetch(`${server.url}/command`, { method: 'POST', body })

  return (await response.json()) as Claims
}

const key = 'key-1'

test.group('Document server | commands about a session', () => {
  test('say who is in, after the callback that says it too', async ({ assert, test: current }) => {
    const theatre = await heldStage(current)
    const { server, host } = theatre
    await server.open(configuration(host))
    const before = host.callbacks(1).length

    assert.deepEqual(await post(theatre, { c: 'info', key }), { key, error: 0, users: ['u1'] })
    assert.lengthOf(host.callbacks(1), before + 1)
  })

  test('say of a closed session that it is, whether it was saved or nothing was changed', async ({
    assert,
    test: current,
  }) => {
    const theatre = await heldStage(current)
    const { server, host } = theatre
    for (const text of ['', 'A']) {
      const editor = await server.open(configuration(host))
      if (text) editor.edit(text)
      await editor.close()
      server.log.clear()
      assert.deepEqual(await post(theatre, { c: 'info', key }), { key, error: 0, users: [] })
      assert.deepEqual(server.log.callbacks()[0]?.payload, { key, status: 4 })
    }
  })

  test('say of unsaved changes with nobody inside that they are edited by nobody', async ({
    assert,
    test: current,
  }) => {
    const theatre = await heldStage(current)
    const { server, host } = theatre
    const editor = await server.open(configuration(host))
    editor.edit('A')
    server.crash()
    server.log.clear()

    assert.deepEqual(await post(theatre, { c: 'info', key }), { key, error: 0, users: [] })
    assert.deepEqual(server.log.callbacks()[0]?.payload, { key, status: 1, users: [] })
  })

  test('not know whom to tell of a key that was only looked at', async ({
    assert,
    test: current,
  }) => {
    const theatre = await heldStage(current)
    await theatre.server.open(configuration(theatre.host, { mode: 'view' }))

    assert.deepEqual(await post(theatre, { c: 'info', key }), { key, error: 2 })
  })

  test('take a forced save under way, or one just acknowledged, for no change', async ({
    assert,
    test: current,
  }) => {
    const theatre = await heldStage(current)
    const { server, host, courier, heldUp } = theatre
    courier.holds = ({ status }, stage) => status === 6 && stage === 'turn'
    const editor = await server.open(configuration(host))
    editor.edit('A')
    const saved = editor.forceSave(ForcedBy.timer)
    await heldUp(1)
    assert.containsSubset(await post(theatre, { c: 'forcesave', key }), { error: 4 })
    courier.held[0]?.release()
    await saved
    assert.containsSubset(await post(theatre, { c: 'forcesave', key }), { error: 4 })
    await editor.close()
    assert.containsSubset(await post(theatre, { c: 'forcesave', key }), { error: 4 })
  })

  test('send the file of a refused forced save again, with its user data', async ({
    assert,
    test: current,
  }) => {
    const theatre = await heldStage(current)
    const { server, host } = theatre
    const editor = await server.open(configuration(host))
    editor.edit('A')
    host.answers.set(6, { status: 503 })
    await post(theatre, { c: 'forcesave', key, userdata: 'first' })
    await server.settled()
    host.answers.clear()
    assert.containsSubset(await post(theatre, { c: 'forcesave', key, userdata: 'second' }), {
      error: 0,
    })

    const [first, again] = server.log.callbacks(6).map(({ payload }) => payload)
    assert.equal(again?.userdata, 'first')
    assert.equal(new URL(String(again?.url)).pathname, new URL(String(first?.url)).pathname)
    assert.isTrue((await editor.close())?.payload.notmodified)
  })

  test('refuse a forced save with 3 where two begin at once', async ({ assert, test: current }) => {
    const theatre = await heldStage(current)
    const { server, host } = theatre
    const editor = await server.open(configuration(host))
    editor.edit('A')
    server.faults.busy = 1

    assert.containsSubset(await post(theatre, { c: 'forcesave', key }), { error: 3 })
    assert.containsSubset(await post(theatre, { c: 'forcesave', key }), { error: 0 })
  })

  test('not send a forced save once the last one is on its way', async ({
    assert,
    test: current,
  }) => {
    const { server, host, courier, heldUp } = await heldStage(current)
    courier.holds = ({ status }, stage) => status === 6 && stage === 'turn'
    const editor = await server.open(configuration(host))
    editor.edit('A')
    const forced = editor.startForceSave()
    await heldUp(1)
    await editor.close()
    courier.held[0]?.release()

    assert.isUndefined(await forced.delivered)
    assert.isEmpty(host.callbacks(6))
  })

  test('drop every tab of the named person, and tell the others of a new title', async ({
    assert,
    test: current,
  }) => {
    const theatre = await heldStage(current)
    const { server, host } = theatre
    const open = (user: string) => server.open(configuration(host, { user }))
    const tabs = [await open('alice'), await open('alice')]
    const bob = await open('bob')
    assert.containsSubset(await post(theatre, { c: 'info', key }), { users: ['alice', 'bob'] })
    await post(theatre, { c: 'drop', key, users: ['alice'] })
    await server.settled()
    await post(theatre, { c: 'meta', key, meta: { title: 'New.docx' } })

    assert.deepEqual(
      tabs.map(({ canEdit }) => canEdit),
      [false, false]
    )
    assert.isTrue(bob.canEdit)
    assert.deepInclude(bob.messages, { type: 'meta', messages: { title: 'New.docx' } })
  })
})
