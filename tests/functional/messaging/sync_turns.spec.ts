import { test } from '@japa/runner'
import { Turnstile } from '../../../app/plugins/messaging/turnstile.js'
import { eventually, online, parts, socketUrl, text } from '../../helpers/messaging/people.js'
import { Peer } from '../../helpers/messaging/peer.js'
import { watchedTurns } from '../../helpers/watched_turns.js'

const SYNC = { type: 'sync', conversations: [] }

/** For a test: what passes the turnstile is held up, two at a time of one person, until it is opened. */
function heldReads() {
  const { pass } = Turnstile.prototype
  const { promise: opened, resolve: open } = Promise.withResolvers<void>()
  const seen = { begun: 0 }
  Turnstile.prototype.pass = function <T>(this: Turnstile, work: () => Promise<T>) {
    return pass.call(this, async () => {
      seen.begun += 1
      await opened
      return work()
    }) as Promise<T>
  }
  return { seen, open, restore: () => void (Turnstile.prototype.pass = pass) }
}

test.group('Messaging | turns of syncs', () => {
  test('come to each person, and are not asked for by who is gone', async ({ assert, cleanup }) => {
    const [ann, bob] = [await online(), await online()]
    const more = await Promise.all(
      Array.from({ length: 8 }, () => Peer.open(socketUrl(), ann.token))
    )
    const turns = watchedTurns()
    const held = heldReads()
    cleanup(() => {
      turns.restore()
      held.restore()
    })
    const asked = more.map((peer) => peer.ask(SYNC).catch(() => 'gone'))
    await eventually(() => turns.seen.lines.length >= 8)
    const other = bob.peer.ask(SYNC)
    await eventually(() => turns.seen.lines.includes(`user:${bob.user.id}`))
    assert.equal(held.seen.begun, 3, 'two of Ann, one of Bob')

    const { connections } = await parts()
    await Promise.all(more.slice(4).map((peer) => peer.close()))
    await eventually(() => [...connections.ofUser(ann.user.id)].length === 5)
    held.open()
    assert.equal((await other).type, 'ack')
    const answers = await Promise.all(asked.slice(0, 4))
    assert.isTrue(answers.every((answer) => answer !== 'gone'))
    const { lines } = turns.seen
    const ofAnn = lines.filter((line) => line === `user:${ann.user.id}`).length
    const ofBob = lines.filter((line) => line === `user:${bob.user.id}`).length
    assert.equal(ofAnn, 4 * ofBob + 4, 'who is gone waits for no further turn')
    assert.equal((await ann.peer.ask(text('on', { to: bob.user.id }))).type, 'ack')
    await Promise.all([ann.peer, bob.peer, ...more.slice(0, 4)].map((peer) => peer.close()))
  })
})
