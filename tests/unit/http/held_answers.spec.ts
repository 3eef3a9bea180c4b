import { EventEmitter, once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { test } from '@japa/runner'
import type { Logger } from '@adonisjs/core/logger'
import { HeldAnswers, type Reader } from '#kernel/http/held_answers'
import { until } from '../../helpers/until.js'

const MOST = 100
const LONG = 'x'.repeat(4 * 1024 * 1024)

class Connection extends EventEmitter {
  destroyed = false

  destroy() {
    this.destroyed = true
    this.emit('close')
  }
}

class Answer extends EventEmitter {
  readonly req = { socket: new Connection() }

  get isCutOff() {
    return this.req.socket.destroyed
  }
}

function room(mostBytes: number) {
  const warnings: unknown[] = []
  const logger = { warn: (about: unknown) => void warnings.push(about) } as unknown as Logger
  return { held: new HeldAnswers(logger, mostBytes), warnings }
}

test.group('HTTP | answers that are not taken', () => {
  function answers(mostBytes = MOST) {
    const { held, warnings } = room(mostBytes)
    const hold = (bytes: number, address: string, person = '') => {
      const answer = new Answer()
      const reader: Reader = { address, person }
      held.hold(answer as unknown as ServerResponse, bytes, reader)
      return answer
    }
    return { held, hold, warnings }
  }

  const cutOf = (of: Answer[]) => of.map(({ isCutOff }) => isCutOff)

  test('have room until they are taken', ({ assert }) => {
    const { held, hold, warnings } = answers()
    const both = [hold(60, 'a'), hold(40, 'b')]
    assert.equal(held.bytes, 100)
    both[0]!.emit('close')
    assert.equal(held.bytes, 40)
    assert.deepEqual(cutOf([...both, hold(60, 'c')]), [false, false, false])
    assert.isEmpty(warnings)
  })

  test('are cut off from the eldest on, of the address that has most of them', ({ assert }) => {
    const { held, hold, warnings } = answers()
    const other = hold(40, 'b')
    const three = [hold(25, 'a'), hold(25, 'a'), hold(25, 'a')]
    assert.deepEqual(cutOf([other, ...three]), [false, true, false, false])
    assert.equal(held.bytes, 90)
    assert.deepEqual(warnings, [{ cutOff: 1 }])
  })

  test('are those of the person who has most, of many at one address', ({ assert }) => {
    const { hold } = answers()
    const [early, ...many] = [hold(20, 'a', '1'), ...[30, 30, 30].map((n) => hold(n, 'a', '2'))]
    assert.deepEqual(cutOf([early!, ...many]), [false, true, false, false])
  })

  test('leave one in any case, however long it is', ({ assert }) => {
    const { held, hold } = answers()
    const long = hold(500, 'a')
    assert.isFalse(long.isCutOff)
    hold(10, 'b')
    assert.isTrue(long.isCutOff)
    assert.equal(held.bytes, 10)
  })

  test('never take more room than there is, and count none that is gone', ({ assert }) => {
    const { held, hold } = answers()
    const open = new Set<Answer>()
    const close = (one: Answer | undefined) => {
      one?.emit('close')
      if (one) open.delete(one)
    }
    let seed = 7
    const drawn = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below
    for (let step = 0; step < 5_000; step++) {
      if (drawn(3) > 0) open.add(hold(1 + drawn(40), `${drawn(4)}`, `${drawn(3)}`))
      else close([...open][drawn(open.size || 1)])
      for (const one of open) if (one.isCutOff) open.delete(one)
      assert.isAtMost(held.bytes, MOST)
      assert.equal(held.bytes === 0, open.size === 0)
    }
  })

  async function serve(held: HeldAnswers) {
    const server = createServer((request, response) => {
      held.hold(response, LONG.length, { address: request.url!, person: '' })
      response.setHeader('Content-Length', LONG.length).end(LONG)
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    return {
      port,
      connections: () => new Promise<number>((say) => server.getConnections((_, n) => say(n))),
      stop: () => {
        server.closeAllConnections()
        server.close()
      },
    }
  }

  /** Asks, and reads nothing. */
  function ask(port: number, times = 1) {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined)
    socket.pause().write('GET /them HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(times))
    return socket
  }

  test('keep nobody else from theirs', async ({ assert, cleanup }) => {
    const { held } = room(2 * LONG.length)
    const { port, connections, stop } = await serve(held)
    const asked = Array.from({ length: 12 }, () => ask(port))
    cleanup(() => {
      for (const socket of asked) socket.destroy()
      stop()
    })
    await until(async () => held.bytes > 0 && (await connections()) <= 2)
    const answer = await fetch(`http://127.0.0.1:${port}/me`)
    assert.lengthOf(await answer.text(), LONG.length)
    assert.isAtMost(held.bytes, 2 * LONG.length)
  })

  test('are held no longer than their connection is, also those that wait for others of it', async ({
    assert,
    cleanup,
  }) => {
    const { held } = room(20 * LONG.length)
    const { port, stop } = await serve(held)
    cleanup(stop)
    const socket = ask(port, 8)
    await until(() => held.bytes >= 7 * LONG.length)
    socket.destroy()
    await until(() => held.bytes === 0)
    assert.equal(held.bytes, 0)
  })
})
