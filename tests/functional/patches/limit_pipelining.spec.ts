import emitter from '@adonisjs/core/services/emitter'
import { test } from '@japa/runner'
import { connectionTo, plainServer } from '#tests/helpers/plain_server'
import { RawConnection } from '#tests/helpers/raw_request'

const PATH = '/no/such/path'
const MOST_OPEN = 8

test.group('Patches | limitPipelining', (group) => {
  let connection: RawConnection
  group.each.setup(() => {
    connection = new RawConnection()
    return () => connection.close()
  })

  test('is needed while Node.js emits all requests of a read at once', async ({
    assert,
    cleanup,
  }) => {
    const text = `GET ${PATH} HTTP/1.1\r\nHost: a\r\n\r\n`
    const emitted = Promise.withResolvers<number>()
    let requests = 0
    const server = await plainServer(() => {
      if (requests++ === 0) setImmediate(() => emitted.resolve(requests))
    }, cleanup)
    const flood = await connectionTo(server, cleanup)
    flood.write(text.repeat(63_000 / text.length))
    assert.isAbove(await emitted.promise, MOST_OPEN)
  })

  test('cut off who asks far ahead of the answers, and look at no more of it; {what}')
    .with([
      { what: 'without bodies', request: `GET ${PATH} HTTP/1.1\r\nHost: a\r\n\r\n` },
      {
        what: 'with bodies',
        request: `POST ${PATH} HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\n{`,
      },
    ])
    .run(async ({ assert, client, cleanup }, { request }) => {
      let handled = 0
      const note = ({ ctx }: { ctx: { request: { url(): string } } }) => {
        if (ctx.request.url() === PATH) handled++
      }
      emitter.on('http:request_completed', note)
      cleanup(() => emitter.off('http:request_completed', note))

      connection.write(request.repeat(63_000 / request.length))
      await connection.closed()
      const other = await client.get('/actuator/health/liveness')
      assert.equal(other.status(), 200)
      assert.isAtMost(handled, MOST_OPEN)
    })

  test('answer in their order those that are few enough, and go on', async ({ assert }) => {
    for (let round = 0; round < 3; round++) {
      const ids = Array.from({ length: MOST_OPEN }, (_, index) => `r${round}-${index}`)
      connection.write(
        ids.map((id) => `GET ${PATH} HTTP/1.1\r\nHost: a\r\nX-Request-Id: ${id}\r\n\r\n`).join('')
      )
      for (const id of ids) {
        const { status, headers } = await connection.answer()
        assert.equal(status, 404)
        assert.equal(headers.get('x-request-id'), id)
      }
    }
  })

  test('serve any number that come one after the other', async ({ assert }) => {
    for (let sent = 0; sent < 50; sent++) {
      const { status } = await connection.head('GET', PATH).answer()
      assert.equal(status, 404)
    }
  })
})
