import { test } from '@japa/runner'
import { EventEmitter } from 'node:events'
import { SilentConnections } from '#kernel/database/silent_connections'

const LONGEST = 3

function stage() {
  const connections = new SilentConnections()
  const socket = Object.assign(new EventEmitter(), {
    bytesRead: 100,
    paused: false,
    givenUp: null as { code?: string } | null,
    isPaused: () => socket.paused,
    destroy: (reason: { code?: string }) => {
      socket.givenUp = reason
      socket.emit('close')
    },
  })
  const driven = Object.assign(new EventEmitter(), {
    connection: { stream: socket },
    readyForQuery: false,
    __knexTxId: undefined as string | undefined,
  })
  connections.watch(driven)
  const look = (times: number) => {
    for (let time = 0; time < times; time++) connections.look(LONGEST)
  }
  return { connections, socket, driven, look }
}

test.group('Silent connections', () => {
  test('give up one that waits for too long and hears nothing', async ({ assert }) => {
    const { socket, look } = stage()
    look(LONGEST)
    assert.isNull(socket.givenUp)
    look(1)
    assert.equal(socket.givenUp?.code, 'ETIMEDOUT')
  })

  test('leave alone what hears something now and then', async ({ assert }) => {
    const { socket, look } = stage()
    for (let time = 0; time < 5; time++) {
      look(LONGEST)
      socket.bytesRead++
    }
    assert.isNull(socket.givenUp)
  })

  test('leave alone what waits for nothing, or does not listen just now', async ({ assert }) => {
    const { socket, driven, look } = stage()
    driven.readyForQuery = true
    look(10)
    driven.readyForQuery = false
    socket.paused = true
    look(10)
    assert.isNull(socket.givenUp)
  })

  test('give up what lies idle on demand, and neither questions nor transactions', async ({
    assert,
  }) => {
    const { connections, socket, driven } = stage()
    connections.giveUpIdle()
    driven.readyForQuery = true
    driven.__knexTxId = 'trx1'
    connections.giveUpIdle()
    assert.isNull(socket.givenUp)
    driven.__knexTxId = undefined
    connections.giveUpIdle()
    assert.isNotNull(socket.givenUp)
  })
})
