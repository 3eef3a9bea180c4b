import { test } from '@japa/runner'
import type { Database } from '@adonisjs/lucid/database'
import { assertTakesWrites } from '#kernel/database/takes_writes'

const PREVENTED = Object.assign(new Error('--read-only'), { code: 'ER_OPTION_PREVENTS_STATEMENT' })

const LONGEST_MS = 60_000

/** MariaDB, and two idle connections to it. */
function stage(isReadOnly: 0 | 1, write: () => Promise<void>) {
  const free: { resource: { __knex__disposed?: unknown } }[] = [{ resource: {} }, { resource: {} }]
  const client = {
    dialect: { name: 'mysql' },
    rawQuery: () => ({ timeout: async () => [[{ is_read_only: isReadOnly }]] }),
    from: () => ({ whereRaw: () => ({ delete: write }) }),
  }
  const database = {
    connection: () => client,
    manager: { has: () => true },
    primaryConnectionName: 'mysql',
    getRawConnection: () => ({ connection: { pool: { free } } }),
  } as unknown as Database
  const letGo = () => free.filter(({ resource }) => resource.__knex__disposed).length
  return { database, letGo }
}

test.group('Whether the database takes writes', () => {
  test('say no where it is read-only, and let go of what leads to it', async ({ assert }) => {
    const { database, letGo } = stage(1, () => Promise.reject(PREVENTED))
    await assert.rejects(
      () => assertTakesWrites(database, LONGEST_MS),
      'it takes no writes: it is read-only'
    )
    assert.equal(letGo(), 2)
  })

  test('say yes where it is read-only for others', async ({ assert }) => {
    const { database, letGo } = stage(1, async () => undefined)
    await assertTakesWrites(database, LONGEST_MS)
    assert.equal(letGo(), 0)
  })

  test('try no write where nothing is read-only', async ({ assert }) => {
    const { database, letGo } = stage(0, () => assert.fail('it was tried'))
    await assertTakesWrites(database, LONGEST_MS)
    assert.equal(letGo(), 0)
  })
})
