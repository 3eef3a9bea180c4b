import { test } from '@japa/runner'
import { RawConnection } from '../../helpers/raw_request.js'

test.group('HTTP | upgrades', (group) => {
  let connection: RawConnection
  group.each.setup(() => {
    connection = new RawConnection()
    return () => connection.close()
  })

  test('answer as if it had not been asked who asks for {upgrade}')
    .with(['h2c', 'TLS/1.0', 'websocket', 'WebSocket'].map((upgrade) => ({ upgrade })))
    .run(async ({ assert }, { upgrade }) => {
      const headers = { 'connection': 'Upgrade, HTTP2-Settings', upgrade, 'http2-settings': 'AAMA' }
      for (const path of ['/actuator/health', '/actuator/health/liveness']) {
        const answer = await connection.head('GET', path, headers).answer()
        assert.equal(answer.status, 200)
        assert.deepEqual(JSON.parse(answer.body), { status: 'UP' })
      }
    })

  test('put an unknown path into the envelope, upgrade or not', async ({ assert }) => {
    const headers = { connection: 'Upgrade', upgrade: 'websocket' }
    const { status, body } = await connection.head('GET', '/no/such/path', headers).answer()
    assert.equal(status, 404)
    assert.equal(JSON.parse(body).data.reason, 'E_NOT_FOUND')
  })

  test('ignore another protocol where sockets are taken', async ({ assert }) => {
    const headers = { connection: 'Upgrade', upgrade: 'h2c' }
    const { status, body } = await connection.head('GET', '/ws/im', headers).answer()
    assert.equal(status, 404)
    assert.equal(JSON.parse(body).data.reason, 'E_NOT_FOUND')
  })
})
