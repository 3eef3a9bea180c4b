import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Worker } from 'node:worker_threads'
import { test } from '@japa/runner'
import { Parting } from '#kernel/health/parting'

const KNOCKS = 20
const PATIENCE_MS = 10_000

test.group('HTTP | the last knocks', () => {
  test('answer everybody who knocked before the server listens no more', async ({ assert }) => {
    const server = createServer((_request, response) => void response.end())
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const told = new Int32Array(new SharedArrayBuffer(4))
    const workerData = { port, knocks: KNOCKS, told }
    const crowd = new Worker(new URL('./knocks.js', import.meta.url), { workerData })
    const answered = once(crowd, 'message')

    // This thread is busy meanwhile, as a node under load is: the system takes the connections, nobody looks at them.
    assert.equal(Atomics.wait(told, 0, 0, PATIENCE_MS), 'ok')
    await new Parting(server).after(0)
    server.close()

    const [answers] = (await answered) as [string[]]
    assert.deepEqual(
      answers,
      Array.from({ length: KNOCKS }, () => 'HTTP/1.1 200 OK')
    )
  })
})
