import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { RedisConnection } from '@adonisjs/redis'
import { test } from '@japa/runner'
import { endConnection } from '#kernel/state/redis/redis_link'
import { withNumber } from '#kernel/state/redis/redis_number'
import { redisOptions } from '#kernel/state/redis/redis_options'
import { redisIsTested, RedisServer } from './redis_server.js'

const clientOf = (url: string) => new RedisConnection('ending', redisOptions(url)).ioConnection

test.group('State on Redis | ending', (group) => {
  if (!redisIsTested()) return

  let server: RedisServer
  group.setup(async () => {
    server = await RedisServer.start()
    return () => server.stop()
  })

  test('have ended it where it is {status}')
    .with([
      { status: 'connecting', until: [] },
      { status: 'connect', until: ['connect'] },
      { status: 'ready', until: ['connect', 'ready'] },
    ])
    .run(async ({ assert }, { status, until }) => {
      const client = clientOf(server.url)
      for (const event of until) await once(client, event)
      assert.equal(client.status, status)
      await endConnection(client)
      assert.equal(client.status, 'end')
    })

  test('do away themselves only with one whose number is refused: {answer}')
    .with([
      { answer: '', more: 0 },
      { answer: '-ERR DB index is out of range\r\n', more: 1 },
    ])
    .run(async ({ assert, cleanup }, { answer, more }) => {
      const lost = createServer((socket) => {
        socket.on('error', () => undefined)
        socket.once('data', () => (answer ? socket.write(answer) : socket.destroy()))
      })
      lost.listen(0, '127.0.0.1')
      await once(lost, 'listening')
      cleanup(() => void lost.close())
      const { port } = lost.address() as AddressInfo
      const make = () => clientOf(`redis://127.0.0.1:${port}/9`)
      const byItself = await endingsOf(make())
      assert.equal((await endingsOf(withNumber(make()))) - byItself, more)
    })
})

/** So many times it was done away with, to come back, before it did. */
async function endingsOf(client: RedisConnection['ioConnection']): Promise<number> {
  let endings = 0
  const { disconnect } = client
  client.disconnect = (reconnect = false) => {
    if (reconnect) endings += 1
    disconnect.call(client, reconnect)
  }
  client.on('error', () => undefined)
  await new Promise<void>((resolve) => client.once('reconnecting', () => resolve()))
  await new Promise((resolve) => setImmediate(resolve))
  await endConnection(client)
  return endings
}
