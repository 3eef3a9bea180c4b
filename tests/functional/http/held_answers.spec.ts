import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { connect } from 'node:net'
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { HeldAnswers, type Reader } from '#kernel/http/held_answers'
import { until } from '../../helpers/until.js'

const PATH = '/v3/api-docs'
const TIMES = 8

class CountedAnswers extends HeldAnswers {
  made = 0

  override hold(answer: ServerResponse, bytes: number, reader: Reader): void {
    this.made++
    super.hold(answer, bytes, reader)
  }
}

test.group('HTTP | answers that are not taken', () => {
  test('are cut off where there is no room for more', async ({ assert, client, cleanup }) => {
    const held = new CountedAnswers(await app.container.make('logger'), 1)
    app.container.swap(HeldAnswers, () => held)
    cleanup(() => app.container.restore(HeldAnswers))
    const whole = (await client.get(PATH)).text().length

    let received = 0
    const socket = connect(Number(process.env.PORT), process.env.HOST)
    socket.on('error', () => undefined).on('data', (bytes) => (received += bytes.length))
    cleanup(() => void socket.destroy())
    socket.pause().write(`GET ${PATH} HTTP/1.1\r\nHost: localhost\r\n\r\n`.repeat(TIMES))
    await until(() => held.made === TIMES + 1)
    const closed = once(socket, 'close')
    socket.resume()
    await closed
    assert.isBelow(received, TIMES * whole)
    assert.equal(held.bytes, 0)

    const answer = await client.get(PATH)
    assert.equal(answer.status(), 200)
    assert.lengthOf(answer.text(), whole)
  })
})
