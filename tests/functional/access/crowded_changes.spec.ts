import { setImmediate } from 'node:timers/promises'
import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { test } from '@japa/runner'
import { freshName } from '../../helpers/accounts.js'
import { baseUrl } from '../../helpers/download.js'
import { openTransactions } from '../../helpers/open_transactions.js'
import { until } from '../../helpers/until.js'
import { watchedTurns } from '../../helpers/watched_turns.js'
import { administrator } from './support/caller.js'
import { makeRole, makeUser } from './support/organisation.js'

const CHANGES = 60
const MANY_OF_USERS = 3

/** Transactions begin once they may. */
function heldDatabase() {
  const going = Promise.withResolvers<void>()
  const seen = { begun: 0 }
  const { transaction } = db
  const begin = transaction.bind(db) as (work: Work) => Promise<unknown>
  db.transaction = (async (work: Work) => {
    seen.begun++
    await going.promise
    return begin(work)
  }) as typeof transaction
  const restore = () => void Reflect.deleteProperty(db, 'transaction')
  return { seen, go: () => going.resolve(), restore }
}

type Work = (trx: TransactionClientContract) => Promise<unknown>

test.group('Access | many changes at once', () => {
  test('change roles one at a time, and take no connection to wait', async ({
    client,
    assert,
    cleanup,
  }) => {
    const admin = await administrator(client)
    const { seen, restore } = openTransactions()
    cleanup(restore)
    let done = false
    const changes = Array.from({ length: CHANGES }, () =>
      admin.post('roles', { code: freshName('crowd'), name: 'One of many' })
    )
    const all = Promise.all(changes).finally(() => (done = true))
    while (!done) {
      ;(await admin.get('roles')).assertStatus(200)
      await setImmediate()
    }
    for (const answer of await all) answer.assertStatus(200)
    assert.equal(seen.most, 1)
  })

  test('change users a few at a time', async ({ client, assert, cleanup }) => {
    const admin = await administrator(client)
    const [role, { id }] = [await makeRole(), await makeUser()]
    const { seen, restore } = openTransactions()
    cleanup(restore)
    const changes = Array.from({ length: CHANGES }, (_, no) =>
      no % 2 === 0
        ? admin.put(`users/${id}`, { nickname: `Name ${no}` })
        : admin.put(`users/${id}/roles`, { roleIds: [role.id] })
    )
    for (const answer of await Promise.all(changes)) answer.assertStatus(200)
    assert.isAtMost(seen.most, MANY_OF_USERS + 1)
  })

  test('change nothing for whoever hung up before their turn came', async ({
    client,
    assert,
    cleanup,
  }) => {
    const admin = await administrator(client)
    const { seen, go, restore } = heldDatabase()
    cleanup(restore)
    cleanup(go)
    const first = admin.post('roles', { code: freshName('crowd'), name: 'The first' })
    await until(() => seen.begun === 1)
    const turns = watchedTurns()
    cleanup(turns.restore)
    const code = freshName('crowd')
    const left = new AbortController()
    const second = fetch(new URL('/app/system/roles', baseUrl()), {
      method: 'POST',
      headers: { 'authorization': `Bearer ${admin.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ code, name: 'Of nobody' }),
      signal: left.signal,
    })
    await until(() => turns.seen.lines.length === 1)
    left.abort()
    await assert.rejects(() => second)
    await until(() => turns.seen.failed === 1)
    go()
    ;(await first).assertStatus(200)
    ;(await admin.post('roles', { code: freshName('crowd'), name: 'The last' })).assertStatus(200)
    assert.isNull(await db.from('roles').where({ code }).first())
    assert.equal(seen.begun, 2)
  })
})
