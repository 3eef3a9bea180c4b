import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import { SignedTokens } from '#kernel/tokens/main'
import { AccessTokens, SessionRegistry, type IdentityConfig } from '#plugins/identity/main'
import { Connections } from '../../../app/plugins/messaging/sockets/connections.js'
import { ClosedError, DisconnectedError } from '../../../clients/messaging/src/index.js'
import { chatter, Chatter } from '../../helpers/messaging/client.js'
import {
  anotherSession,
  beat,
  beatOnlyWhenTold,
  eventually,
  person,
} from '../../helpers/messaging/people.js'

/** Of the same session, but good for so many seconds only. */
async function shortLived(token: string, seconds: number): Promise<string> {
  const config = app.config.get<IdentityConfig>('identity')
  const secret = config.secret.release()
  const shortly = new AccessTokens(new SignedTokens('chancery', [secret]), seconds)
  return shortly.issue((await shortly.read(token))!)
}

async function onlySocketOf(userId: number) {
  const connections = await app.container.make(Connections)
  const [connection] = connections.ofUser(userId)
  return connection
}

test.group('Messaging client | session', () => {
  test('renew the token in band, over the same socket', async ({ assert, cleanup }) => {
    cleanup(await beatOnlyWhenTold())
    const { user, token } = await person()
    const short = await shortLived(token, 6)
    const asked: (string | null)[] = []
    const chat = Chatter.of(short, {
      accessToken: (refused) => {
        asked.push(refused)
        return refused === null ? short : token
      },
    })
    cleanup(() => chat.client.close())
    await chat.online()
    const before = await onlySocketOf(user.id)
    const endsAt = before!.admission!.expiresAtMs

    await eventually(() => before!.admission!.expiresAtMs > endsAt + 60_000)
    assert.strictEqual(await onlySocketOf(user.id), before)
    assert.deepEqual(asked, [null, short])
    assert.deepEqual(chat.states, ['connecting', 'syncing', 'online'])
  })

  test('come back with another token when the service no longer takes the first', async ({
    assert,
    cleanup,
  }) => {
    const { user, token } = await person()
    const next = await anotherSession(user)
    const chat = Chatter.of(token, { accessToken: (refused) => (refused === token ? next : token) })
    cleanup(() => chat.client.close())
    await chat.online()

    const registry = await app.container.make(SessionRegistry)
    const { sessionId } = (await onlySocketOf(user.id))!.admission!
    await registry.end(user.id, 'logout', { only: sessionId })
    await eventually(() => chat.states.filter((state) => state === 'online').length === 2)
    assert.notEqual((await onlySocketOf(user.id))!.admission!.sessionId, sessionId)
  })

  test('tell the end of the session, and refuse what was not stored', async ({
    assert,
    client,
  }) => {
    const { chat, token } = await chatter()
    const endings: string[] = []
    chat.client.on('ended', (reason) => endings.push(reason))
    await client.post('/app/auth/logout').header('authorization', `Bearer ${token}`)

    await eventually(() => endings.length === 1)
    assert.equal(chat.client.state, 'closed')
    const refused = await chat.client.sendText({ to: 1 }, 'too late').catch((error) => error)
    assert.instanceOf(refused, ClosedError)
  })

  test('try again while no token can be had, and stay closed once it is closed', async ({
    assert,
  }) => {
    const { token } = await person()
    let attempts = 0
    const chat = Chatter.of(token, {
      accessToken: () => {
        attempts += 1
        if (attempts < 3) throw new Error('the login service is away')
        return token
      },
    })
    await chat.online()
    assert.equal(attempts, 3)

    const waiting = chat.client
    waiting.disconnect()
    const sent = waiting.sendText({ to: 1 }, 'never').catch((error) => error)
    waiting.close()
    assert.instanceOf(await sent, ClosedError)
    waiting.connect()
    assert.equal(waiting.state, 'closed')
  })
})

test.group('Messaging client | signs', () => {
  test('tell who types, who has read, who is there and what was recalled', async ({
    assert,
    cleanup,
    client,
  }) => {
    const [ann, bob] = [await chatter(), await chatter()]
    cleanup(() => [ann, bob].forEach(({ chat }) => chat.client.close()))
    const told: string[] = []
    ann.chat.client.on('typing', ({ userId }) => told.push(`typing ${userId}`))
    ann.chat.client.on('read', ({ userId, seq }) => told.push(`read ${userId} ${seq}`))
    bob.chat.client.on('change', ({ kind, targetSeq }) => told.push(`${kind} ${targetSeq}`))
    bob.chat.client.on('mine', ({ pinned }) => told.push(`pinned ${pinned}`))
    const sent = await ann.chat.client.sendText({ to: bob.user.id }, 'look')
    await eventually(() => bob.chat.messages.length === 1)

    bob.chat.client.disconnect()
    bob.chat.client.markRead(sent.conversationId, sent.seq)
    await bob.chat.online()
    bob.chat.client.typing(sent.conversationId)
    await ann.chat.client.recall(sent)
    await client
      .put(`/app/im/conversations/${sent.conversationId}/mine`)
      .bearerToken(bob.token)
      .json({ pinned: true })
    await eventually(() => told.length === 4)
    const marks = [`typing ${bob.user.id}`, `read ${bob.user.id} 1`]
    assert.sameMembers(told, [...marks, 'recall 1', 'pinned true'])
    await beat()
    await eventually(async () => {
      const [seen] = await ann.chat.client.presence([bob.user.id], true)
      return seen!.online
    })

    const gone: boolean[] = []
    ann.chat.client.on('presence', (users) => gone.push(users[0]!.online))
    bob.chat.client.disconnect()
    await eventually(() => gone.includes(false))
    const refused = await bob.chat.client.recall(sent).catch((error) => error)
    assert.instanceOf(refused, DisconnectedError)
  })
})
