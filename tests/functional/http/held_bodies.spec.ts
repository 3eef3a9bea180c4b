import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import type { BodyConfig } from '#kernel/http/main'
import { RawConnection } from '../../helpers/raw_request.js'

const PATH = '/app/auth/login'
const OF_ADDRESS = 128
const SENT = 'x'.repeat(8_000)

test.group('HTTP | bodies that are half sent', (group) => {
  const connections: RawConnection[] = []
  group.each.teardown(() => connections.splice(0).forEach((connection) => connection.close()))

  /** Half of what it says that it sends. */
  function half(address: string): RawConnection {
    const headers = {
      'content-type': 'application/json',
      'content-length': String(2 * SENT.length),
      'x-forwarded-for': address,
    }
    const connection = new RawConnection().head('POST', PATH, headers).write(SENT)
    connections.push(connection)
    return connection
  }

  const statusOf = async (connection: RawConnection) => (await connection.answer()).status

  test('are so many of one address at a time, and keep nobody else from sending theirs', async ({
    assert,
  }) => {
    const [theirs, other] = ['203.0.113.7', '203.0.113.8']
    const many = Array.from({ length: OF_ADDRESS + 1 }, () => half(theirs))
    const answers = many.map((connection) => connection.answer())
    assert.equal((await Promise.race(answers)).status, 503)
    assert.equal(await statusOf(half(other).write(SENT)), 422)

    for (const connection of many) connection.write(SENT)
    const statuses = (await Promise.all(answers)).map(({ status }) => status)
    assert.sameMembers([...new Set(statuses)], [422, 503])
    assert.lengthOf(
      statuses.filter((status) => status === 503),
      1
    )
    assert.equal(await statusOf(half(theirs).write(SENT)), 422)
  })

  test('are waited for no longer than it takes over any line', async ({ assert, cleanup }) => {
    const config = app.config.get<BodyConfig>('bodies')
    const { receiveSeconds } = config
    config.receiveSeconds = 0.1
    cleanup(() => void (config.receiveSeconds = receiveSeconds))
    const { status, body } = await half('203.0.113.9').answer()
    assert.equal(status, 408)
    assert.equal(JSON.parse(body).data.reason, 'E_TOO_SLOW')
  })
})
