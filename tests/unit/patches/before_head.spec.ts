import { once } from 'node:events'
import { HttpContextFactory, RequestFactory, ResponseFactory } from '@adonisjs/core/factories/http'
import { test } from '@japa/runner'
import { beforeHead } from '#kernel/patches/main'
import { connectionTo, eventsOf, plainServer } from '#tests/helpers/plain_server'

const REQUEST = 'GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'

test.group('Patches | beforeHead', () => {
  test('is needed while Node.js emits nothing before it writes a head', async ({
    assert,
    cleanup,
  }) => {
    const events: string[] = []
    const server = await plainServer((_, response) => {
      const names = eventsOf(response)
      response.end('body')
      events.push(...names.map(String))
    }, cleanup)
    const connection = await connectionTo(server, cleanup)
    connection.end(REQUEST)
    await once(connection.resume(), 'close')
    assert.deepEqual(events, ['prefinish'])
  })

  test('lets headers be set as the head is about to be written', async ({ assert, cleanup }) => {
    const server = await plainServer((req, res) => {
      const request = new RequestFactory().merge({ req, res }).create()
      const response = new ResponseFactory().merge({ req, res }).create()
      const ctx = new HttpContextFactory().merge({ request, response }).create()
      beforeHead(ctx, () => response.header('X-Late', String(response.getStatus())))
      response.status(201).send('body')
      response.finish()
    }, cleanup)
    const connection = await connectionTo(server, cleanup)
    connection.setEncoding('latin1').end(REQUEST)
    let received = ''
    for await (const text of connection) received += text
    assert.match(received, /^HTTP\/1\.1 201 /)
    assert.match(received, /^x-late: 201\r$/im)
  })
})
