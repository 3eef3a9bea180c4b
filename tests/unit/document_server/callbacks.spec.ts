import { test } from '@japa/runner'
import { verifyToken, type Claims } from '#tests/fakes/document_server/tokens'
import type { ReceivedRequest } from './support/host_double.js'
import {
  OBSERVED_HEADERS,
  OBSERVED_LIFETIMES,
  OBSERVED_LINKS,
  OBSERVED_MEMBERS,
} from './support/observed.js'
import { configuration, SECRET, stage } from './support/stage.js'

const bodyOf = (request: ReceivedRequest | undefined): Claims => JSON.parse(request?.bodyText ?? '')

const tokensOf = (request: ReceivedRequest | undefined): { body: Claims; header: Claims } => ({
  body: verifyToken(String(bodyOf(request).token), SECRET, Date.now()),
  header: verifyToken(request?.headers.authorization?.slice(7) ?? '', SECRET, Date.now()),
})

test.group('Document server | callbacks', () => {
  test('send the observed members in the observed order', async ({ assert, test: current }) => {
    const { server, host } = await stage(current)
    const first = await server.open(configuration(host))
    first.edit('one')
    await first.forceSave()
    first.edit('two')
    first.startForceSave(0, 'my data')
    await server.settled()
    await first.close()
    const second = await server.open(configuration(host, { key: 'key-2' }))
    await second.close()

    const members = host.callbacks().map((request) => Object.keys(bodyOf(request)))
    assert.deepEqual(members[0], [...OBSERVED_MEMBERS.joined])
    assert.deepEqual(members[1], [...OBSERVED_MEMBERS.forcedByButton])
    assert.deepEqual(members[2], [...OBSERVED_MEMBERS.forcedByCommand])
    assert.deepEqual(members[3], [...OBSERVED_MEMBERS.finalSave])
    assert.deepEqual(members[5], [...OBSERVED_MEMBERS.closedUnchanged])
  })

  test('say who joined and who left', async ({ assert, test: current }) => {
    const { server, host } = await stage(current)
    const alice = await server.open(configuration(host, { user: 'alice' }))
    const bob = await server.open(configuration(host, { user: 'bob' }))
    await alice.close()
    bob.edit('by bob')
    await bob.close()

    assert.deepEqual(
      host.callbacks().map((request) => {
        const { status, users, actions } = bodyOf(request)
        return { status, users, actions }
      }),
      [
        { status: 1, users: ['alice'], actions: [{ type: 1, userid: 'alice' }] },
        { status: 1, users: ['alice', 'bob'], actions: [{ type: 1, userid: 'bob' }] },
        { status: 1, users: ['bob'], actions: [{ type: 0, userid: 'alice' }] },
        { status: 2, users: ['bob'], actions: [{ type: 0, userid: 'bob' }] },
      ]
    )
  })

  test('sign twice for five minutes: flat in the body, wrapped in the header', async ({
    assert,
    test: current,
  }) => {
    const { server, host } = await stage(current)
    const editor = await server.open(configuration(host))
    editor.edit('one')
    await editor.close()

    for (const request of host.callbacks()) {
      const { token, ...plain } = bodyOf(request)
      const { body, header } = tokensOf(request)
      const { iat, exp, ...flat } = body
      assert.deepEqual(flat, plain)
      assert.deepEqual(header.payload, plain)
      assert.equal(Number(exp) - Number(iat), OBSERVED_LIFETIMES.callback)
      assert.deepEqual(Object.keys(header), ['payload', 'iat', 'exp'])
    }
  })

  test('use the observed header names in their order', async ({ assert, test: current }) => {
    const { server, host } = await stage(current)
    const editor = await server.open(configuration(host))
    await editor.close()

    assert.deepEqual(host.callbacks()[0]?.headerNames, [...OBSERVED_HEADERS.POST])
    assert.deepEqual(host.contentFetches[0]?.headerNames, [...OBSERVED_HEADERS.GET])
  })

  test('name the saved files by the observed paths', async ({ assert, test: current }) => {
    const { server, host } = await stage(current)
    const editor = await server.open(configuration(host))
    editor.edit('one')
    await editor.close()

    const { url, changesurl, history, lastsave } = bodyOf(host.callbacks(2)[0])
    assert.match(String(url), OBSERVED_LINKS.output)
    assert.match(String(changesurl), OBSERVED_LINKS.changes)
    assert.match(String(lastsave), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.000Z$/)
    const { serverVersion, changes } = history as { serverVersion: string; changes: Claims[] }
    assert.equal(serverVersion, '9.3.1')
    assert.deepEqual(Object.keys(changes[0] ?? {}), ['documentSha256', 'created', 'user'])
    assert.match(String(changes[0]?.created), /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
  })

  test('lose the long members everywhere but in the body token when the header gets too long', async ({
    assert,
    test: current,
  }) => {
    const { server, host } = await stage(current)
    const editors = [
      await server.open(configuration(host, { user: 'alice' })),
      await server.open(configuration(host, { user: 'bob' })),
    ]
    for (let turn = 0; turn < 60; turn++) editors[turn % 2]?.edit(`turn ${turn}`)
    await Promise.all(editors.map((editor) => editor.close()))

    const request = host.callbacks(2)[0]
    const { body, header } = tokensOf(request)
    assert.notProperty(bodyOf(request), 'history')
    assert.notProperty(bodyOf(request), 'changesurl')
    assert.notProperty(header.payload, 'history')
    assert.property(body, 'changesurl')
    assert.lengthOf((body.history as { changes: Claims[] }).changes, 60)
    assert.isBelow(request?.headers.authorization?.length ?? 0, 7_168)
  })

  test('say 3 and 7 without files where the document cannot be assembled', async ({
    assert,
    test: current,
  }) => {
    const { server, host } = await stage(current)
    const editor = await server.open(configuration(host))
    editor.edit('one')
    server.faults.saving = true
    await editor.forceSave()
    await editor.close()

    assert.deepEqual(Object.keys(bodyOf(host.callbacks(3)[0])), [...OBSERVED_MEMBERS.saveFailed])
    assert.notProperty(bodyOf(host.callbacks(7)[0]), 'url')
    assert.equal(bodyOf(host.callbacks(7)[0]).forcesavetype, 1)
  })

  test('sign nothing where no secret is set', async ({ assert, test: current }) => {
    const { server, host } = await stage(current, { secret: undefined })
    const editor = await server.open(configuration(host))
    await editor.close()

    assert.notProperty(bodyOf(host.callbacks()[0]), 'token')
    assert.isUndefined(host.callbacks()[0]?.headers.authorization)
  })

  test('give a reader a token of thirty days under the same secret', async ({
    assert,
    test: current,
  }) => {
    const { server, host } = await stage(current)
    const viewer = await server.open(configuration(host, { mode: 'view' }))
    const message = viewer.messages.find(({ type }) => type === 'refreshToken')
    const { iat, exp } = verifyToken(String(message?.messages), SECRET, Date.now())

    assert.equal(Number(exp) - Number(iat), OBSERVED_LIFETIMES.reader)
    await viewer.close()
    assert.isEmpty(host.callbacks())
  })
})
