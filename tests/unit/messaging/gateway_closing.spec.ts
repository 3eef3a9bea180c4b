import { setImmediate } from 'node:timers/promises'
import { test } from '@japa/runner'
import { Gateway, type GatewayParts } from '../../../app/plugins/messaging/gateway/gateway.js'
import { until } from '../../helpers/until.js'

/** A gateway with one socket, and what is being told to it meanwhile. */
function stage() {
  const happened: string[] = []
  const told = Promise.withResolvers<void>()
  const connection = {
    open: true,
    close: () => {
      connection.open = false
      happened.push('closed')
    },
    terminate: () => undefined,
  }
  const parts = {
    config: { frameBytes: 1_024 },
    connections: { all: () => [connection] },
    delivery: { over: () => told.promise },
    streams: { endAll: () => undefined },
  } as unknown as GatewayParts
  const tell = () => {
    happened.push('told')
    told.resolve()
  }
  return { gateway: new Gateway(parts), happened, tell }
}

test.group('Messaging | the end of a node', () => {
  test('write what is being told before sockets are sent away', async ({ assert }) => {
    const { gateway, happened, tell } = stage()
    const closing = gateway.closing()
    await setImmediate()
    assert.deepEqual(happened, [])
    tell()
    await closing
    assert.deepEqual(happened, ['told', 'closed'])
  })

  test('wait no longer than a moment for it', async ({ assert }) => {
    const { gateway, happened } = stage()
    const closing = gateway.closing()
    await until(() => happened.length > 0)
    await closing
    assert.deepEqual(happened, ['closed'])
  })
})
