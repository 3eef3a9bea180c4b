import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import db from '@adonisjs/lucid/services/db'
import { StateStore } from '#kernel/state/main'
import { Epoch } from '../../../app/plugins/messaging/epoch.js'
import { MessagingNode } from '../../../app/plugins/messaging/messaging_node.js'
import { beat, online, socketUrl, text } from '#tests/helpers/messaging/people'
import { saying } from '#tests/helpers/messaging/entries'
import { Peer, type Frame } from '#tests/helpers/messaging/peer'
import { onEveryDatabase } from '#tests/helpers/on_every_database'

const isReady = ({ type }: Frame) => type === 'ready'

async function epochOf({ token }: { token: string }) {
  const peer = await Peer.open(socketUrl(), token)
  const { epoch } = peer.ofType('ready')[0]!
  return { peer, epoch: epoch as string }
}

test.group('Messaging | epoch', (group) => {
  onEveryDatabase(group)

  test('close all sockets with 1012 when it is another one, and greet with it', async ({
    assert,
  }) => {
    const [ann, bob] = [await online(), await online()]
    const { conversationId } = await ann.peer.ask(text('before', { to: bob.user.id }))
    const { epoch } = ann.peer.ofType('ready')[0]!
    await beat()
    assert.equal((await ann.peer.ask({ type: 'ping' })).type, 'pong')
    await (await app.container.make(Epoch)).renew()
    await beat()
    assert.deepEqual([(await ann.peer.closed).code, (await bob.peer.closed).code], [1012, 1012])

    const [hers, his] = [await epochOf(ann), await epochOf(bob)]
    assert.notEqual(hers.epoch, epoch)
    assert.equal(hers.epoch, his.epoch)
    await hers.peer.ask(text('after', { conversationId }))
    await his.peer.next(saying('after'))
  })

  test('be another one where the shared store knows a later generation of the database', async ({
    assert,
  }) => {
    const epoch = await app.container.make(Epoch)
    await (await app.container.make(MessagingNode)).start()
    const known = epoch.current
    await epoch.advance()
    assert.equal(epoch.current, known)
    const row = () => db.from('messaging_epochs').where('id', 1)
    const { generation } = await row().firstOrFail()
    await row().update({ generation: Number(generation) - 1 })
    await epoch.advance()
    assert.notEqual(epoch.current, known)
    const renewed = epoch.current
    await (await app.container.make(StateStore)).delete('im:generation')
    await epoch.advance()
    assert.equal(epoch.current, renewed)
  })

  test('greet again on the same sockets where entries of other nodes may have been missed', async ({
    assert,
  }) => {
    const ann = await online()
    const node = await app.container.make(MessagingNode)
    node.greetAll()
    const [first] = ann.peer.ofType('ready')
    assert.equal((await ann.peer.next(isReady)).epoch, first!.epoch)
  })
})
