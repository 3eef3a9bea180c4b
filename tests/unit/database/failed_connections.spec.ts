import { createServer, type AddressInfo } from 'node:net'
import { once } from 'node:events'
import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import { isDatabaseLost } from '#kernel/database/main'
import { toRefusal } from '#kernel/http/main'

/** As a server of PostgreSQL says it before anything is asked. */
const FIELDS = Buffer.from('SFATAL\0CXX000\0Msomething within\0\0')
const LENGTH = Buffer.alloc(4)
LENGTH.writeInt32BE(FIELDS.length + LENGTH.length)
const REFUSAL = Buffer.concat([Buffer.from('E'), LENGTH, FIELDS])

const coded = (code: string) =>
  Object.assign(new Error(code), { code, address: '10.0.0.1', port: 5 })

test.group('Database | connections that fail', () => {
  test('count as lost while they are made, whatever the fault is called', async ({
    assert,
    cleanup,
  }) => {
    const server = createServer((socket) => {
      socket.once('data', () => socket.end(REFUSAL))
    }).listen(0, '127.0.0.1')
    cleanup(() => void server.close())
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const name = 'fails_to_connect'
    db.manager.add(name, {
      client: 'pg',
      connection: { host: '127.0.0.1', port, user: 'nobody', database: 'none' },
      pool: { min: 0, max: 1 },
    })
    cleanup(() => db.manager.close(name, true))
    const error = await db
      .connection(name)
      .rawQuery('select 1')
      .exec()
      .catch((fault: unknown) => fault)
    assert.equal((error as { code?: string }).code, 'XX000')
    assert.isTrue(isDatabaseLost(error))
    assert.equal(toRefusal(error).status, 503)
    assert.isFalse(isDatabaseLost(coded('XX000')))
  })

  test('answer 503 where no way leads there: {$self}')
    .with(['EHOSTUNREACH', 'ENETUNREACH', 'EHOSTDOWN', 'ENETDOWN'])
    .run(({ assert }, code) => assert.equal(toRefusal(coded(code)).status, 503))

  test('and statements that were ended, or found no room to run, pass: {$self}')
    .with(['58030', '58P01', '53200', '57014', '55P03', 'ER_QUERY_INTERRUPTED', 'ER_OUTOFMEMORY'])
    .run(({ assert }, code) => assert.isTrue(isDatabaseLost(coded(code))))
})
