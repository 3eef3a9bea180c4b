import { test } from '@japa/runner'
import { clock } from '#kernel/state/clock'
import {
  beat,
  beatOnlyWhenTold,
  online,
  parts,
  person,
  text,
} from '../../helpers/messaging/people.js'
import { until } from '../../helpers/until.js'

const DEAD_MS = 56_000

test.group('Messaging | sockets that have to wait', (group) => {
  group.each.setup(beatOnlyWhenTold)
  group.each.teardown(() => clock.restore())

  async function connected() {
    const { user, peer } = await online()
    const { connections } = await parts()
    const [connection] = [...connections.ofUser(user.id)]
    return { peer, connection: connection!, isOnline: () => connections.isOnline(user.id) }
  }

  test('are taken for dead by nobody while nothing is read of them, but by their silence', async ({
    assert,
  }) => {
    const { peer, connection, isOnline } = await connected()
    clock.stop()
    peer.ws.pause()
    connection.ws.pause()
    clock.travel(DEAD_MS)
    await beat()
    assert.isTrue(isOnline())

    connection.goOnWithRoom()
    assert.isFalse(connection.ws.isPaused)
    clock.travel(DEAD_MS - 2_000)
    await beat()
    assert.isTrue(isOnline())
    clock.travel(2_000)
    await beat()
    await until(() => !isOnline())
    peer.ws.resume()
    await peer.closed
  })

  test('are gone on with until all is done that they sent', async ({ assert }) => {
    const { peer } = await connected()
    const other = await person()
    const long = 'x'.repeat(19_000)
    const sent = Array.from({ length: 100 }, () => peer.ask(text(long, { to: other.user.id })))
    const seqs = (await Promise.all(sent)).map(({ seq }) => seq)
    assert.deepEqual(
      seqs,
      seqs.map((_, index) => index + 1)
    )
    await peer.close()
  })
})
