import { test } from '@japa/runner'
import { signToken, type Claims } from '#tests/fakes/document_server/tokens'
import { OBSERVED_LINKS } from './support/observed.js'
import { configuration, SECRET, stage, type Stage } from './support/stage.js'

type Post = (body: unknown, headers?: Record<string, string>) => Promise<Claims>

const poster =
  ({ server }: Stage, path = '/command'): Post =>
  async (body, headers = {}) => {
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    const response = await fetch(`${server.url}${path}`, { method: 'POST', body: text, headers })

    return (await response.json()) as Claims
  }

async function errorOf(reply: Promise<Claims>): Promise<unknown> {
  const { error } = await reply

  return error
}

async function statusOf(url: unknown): Promise<number> {
  const { status } = await fetch(String(url))

  return status
}

const signed = (command: Claims, at = Date.now(), secret = SECRET): { token: string } => ({
  token: signToken(command, secret, at),
})

test.group('Document server | commands', () => {
  test('take the token from the body, beside plain members, or from the header', async ({
    assert,
    test: current,
  }) => {
    const post = poster(await stage(current))
    const command = { c: 'version' }
    const header = signToken({ payload: command }, SECRET, Date.now())
    const expected = { error: 0, version: '9.3.1.10' }

    assert.deepEqual(await post(signed(command)), expected)
    assert.deepEqual(await post({ ...command, ...signed(command) }), expected)
    assert.deepEqual(await post(command, { Authorization: `Bearer ${header}` }), expected)
  })

  test('answer at the old address and with a shard key too', async ({ assert, test: current }) => {
    const theatre = await stage(current)

    for (const path of ['/coauthoring/CommandService.ashx', '/command?shardkey=x'])
      assert.equal(await errorOf(poster(theatre, path)(signed({ c: 'version' }))), 0)
  })

  test('refuse what is unsigned, signed otherwise, expired or no JSON', async ({
    assert,
    test: current,
  }) => {
    const post = poster(await stage(current))
    const command = { c: 'version' }
    const another = 'another-secret-of-more-than-32-bytes'

    assert.deepEqual(await post(command), { error: 6 })
    assert.deepEqual(await post(signed(command, Date.now(), another)), { error: 6 })
    assert.deepEqual(await post(signed(command, Date.now() - 3_600_000)), { error: 7 })
    assert.deepEqual(await post('{'), { error: 3 })
  })

  test('answer as observed about keys it does not know', async ({ assert, test: current }) => {
    const post = poster(await stage(current))

    for (const [command, reply] of [
      [
        { c: 'forcesave', key: 'nokey' },
        { key: 'nokey', error: 1 },
      ],
      [{ c: 'forcesave' }, { error: 1 }],
      [
        { c: 'info', key: 'nokey' },
        { key: 'nokey', error: 1 },
      ],
      [
        { c: 'drop', key: 'nokey' },
        { key: 'nokey', error: 0 },
      ],
      [
        { c: 'bogus', key: 'x' },
        { key: 'x', error: 5 },
      ],
      [{ c: 'constructor' }, { error: 5 }],
      [
        { c: 'meta', key: 'x', meta: { title: 'New.docx' } },
        { key: 'x', error: 0 },
      ],
      [
        { c: 'getForgotten', key: 'x' },
        { key: 'x', error: 1 },
      ],
      [
        { c: 'deleteForgotten', key: 'x' },
        { key: 'x', error: 1 },
      ],
      [{ c: 'getForgottenList' }, { error: 0, keys: [] }],
    ] as const)
      assert.deepEqual(await post(signed(command)), reply)
  })

  test('describe the license', async ({ assert, test: current }) => {
    const post = poster(await stage(current))
    const reply = await post(signed({ c: 'license' }))

    assert.deepEqual(Object.keys(reply), ['error', 'license', 'server', 'quota'])
  })

  test('queue a forced save and hand back its user data', async ({ assert, test: current }) => {
    const theatre = await stage(current)
    const { server, host } = theatre
    const post = poster(theatre)
    const editor = await server.open(configuration(host))
    const command = { c: 'forcesave', key: 'key-1', userdata: 'ticket 7' }

    assert.equal(await errorOf(post(signed(command))), 4)
    editor.edit('one')
    assert.deepEqual(await post(signed(command)), { key: 'key-1', error: 0 })
    await server.settled()
    assert.equal(await errorOf(post(signed(command))), 4)

    const [event] = server.log.callbacks(6)
    assert.equal(event?.payload.userdata, 'ticket 7')
    assert.equal(event?.payload.forcesavetype, 0)
    assert.notProperty(event?.payload, 'actions')
  })

  test('report who is editing by a callback', async ({ assert, test: current }) => {
    const theatre = await stage(current)
    const { server, host } = theatre
    await server.open(configuration(host))

    const command = { c: 'info', key: 'key-1', userdata: 'question 3' }
    const answer = await poster(theatre)(signed(command))
    assert.deepEqual(answer, { key: 'key-1', error: 0, users: ['u1'] })
    const payload = server.log.callbacks(1).at(-1)?.payload
    assert.deepEqual(payload, { key: 'key-1', status: 1, users: ['u1'], userdata: 'question 3' })
  })

  test('drop the named users, or all, saving what they did', async ({ assert, test: current }) => {
    const theatre = await stage(current)
    const { server, host } = theatre
    const post = poster(theatre)
    const alice = await server.open(configuration(host, { user: 'alice' }))
    const bob = await server.open(configuration(host, { user: 'bob' }))
    bob.edit('by bob')

    await post(signed({ c: 'drop', key: 'key-1', users: ['alice'] }))
    await server.settled()
    assert.isFalse(alice.canEdit)
    assert.isTrue(bob.canEdit)
    assert.equal(alice.messages.at(-1)?.type, 'drop')

    await post(signed({ c: 'drop', key: 'key-1' }))
    await server.settled()
    assert.isFalse(bob.canEdit)
    assert.lengthOf(server.log.callbacks(2), 1)
  })

  test('name no viewers, and drop them', async ({ assert, test: current }) => {
    const theatre = await stage(current)
    const { server, host } = theatre
    const post = poster(theatre)
    const looking = (user: string) => server.open(configuration(host, { user, mode: 'view' }))
    const [alice, bob] = [await looking('alice'), await looking('bob')]
    const info = await post(
      signed({
        c: 'info',
        key: 'key-1',
        callback: `${host.url}/app/document/callback/1?token=alice`,
      })
    )
    assert.deepEqual(info.users, [])
    await post(signed({ c: 'drop', key: 'key-1', users: ['alice'] }))
    assert.isFalse(alice.isOpen)
    assert.equal(alice.messages.at(-1)?.type, 'drop')
    assert.isTrue(bob.isOpen)
    await post(signed({ c: 'drop', key: 'key-1' }))
    assert.isFalse(bob.isOpen)
  })

  test('list, give out and delete what the host refused', async ({ assert, test: current }) => {
    const theatre = await stage(current)
    const { server, host } = theatre
    const post = poster(theatre)
    host.answers.set(2, { status: 404 })
    const editor = await server.open(configuration(host))
    editor.edit('one')
    await editor.close()

    assert.deepEqual(await post(signed({ c: 'getForgottenList' })), { error: 0, keys: ['key-1'] })
    const { url, ...rest } = await post(signed({ c: 'getForgotten', key: 'key-1' }))
    assert.deepEqual(rest, { key: 'key-1', error: 0 })
    assert.match(String(url), OBSERVED_LINKS.forgotten)
    assert.equal(await statusOf(url), 200)

    const command = { c: 'deleteForgotten', key: 'key-1' }
    assert.deepEqual(await post(signed(command)), { key: 'key-1', error: 0 })
    assert.equal(await statusOf(url), 403)
    assert.equal(await errorOf(post(signed(command))), 1)
  })
})
