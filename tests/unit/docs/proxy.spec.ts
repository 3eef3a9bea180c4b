import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from '@japa/runner'
import { ShippedProxy } from '../../chaos/restarts/shipped_proxy.js'

const PATH = `${process.env.PATH}:/usr/sbin`
const isInstalled = spawnSync('nginx', ['-v'], { env: { ...process.env, PATH } }).status === 0
const ROUNDS = 6

async function node(answer: RequestListener, cleanup: (undo: () => void) => void) {
  const server = createServer(answer).listen(0, '127.0.0.1')
  cleanup(() => void server.close())
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

test.group('Docs | the shipped proxy', () => {
  if (!isInstalled) return

  test('has another node answer for one that alone has lost its database', async ({
    assert,
    cleanup,
  }) => {
    const heard: Record<string, number> = {}
    const well = await node((request, response) => {
      heard[request.method!] = (heard[request.method!] ?? 0) + 1
      request.resume().on('end', () => response.end('{}'))
    }, cleanup)
    const lost = await node((request, response) => {
      request.resume().on('end', () => response.writeHead(503).end('{}'))
    }, cleanup)
    await using proxy = await ShippedProxy.start([well, lost])

    const ask = async (path: string, method: string) =>
      (await fetch(`${proxy.url}${path}`, { method })).status
    const statuses = async (path: string, method: string) => {
      const all: number[] = []
      for (let round = 0; round < ROUNDS; round++) all.push(await ask(path, method))
      return new Set(all)
    }
    assert.deepEqual([...(await statuses('/app/system/users', 'GET'))], [200])
    assert.deepEqual([...(await statuses('/app/system/users/1', 'DELETE'))], [200])
    assert.sameMembers([...(await statuses('/app/system/users', 'POST'))], [200, 503])
    assert.isBelow(heard.POST!, ROUNDS)
    assert.sameMembers([...(await statuses('/actuator/health', 'GET'))], [200, 503])
  })
})
