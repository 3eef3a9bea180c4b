import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { test } from '@japa/runner'
import { currentActing } from '#kernel/operator/acting'
import { userPermissions } from '../../../app/plugins/access/permissions.js'
import { freshName } from '../../helpers/accounts.js'
import { baseUrl } from '../../helpers/download.js'
import { until } from '../../helpers/until.js'
import { watchedTurns } from '../../helpers/watched_turns.js'
import { administrator } from './support/caller.js'
import { holder, makeUser } from './support/organisation.js'

const IMPORT = ['system:user:import']
const PEOPLE = 4
const AT_ONCE = 2

type Work = (trx: TransactionClientContract) => Promise<unknown>

/** Imports that are about to write wait before their transaction begins; it is their second: they judge in the first. */
function heldImports() {
  const going = Promise.withResolvers<void>()
  const { transaction } = db
  const begin = transaction.bind(db) as (work: Work) => Promise<unknown>
  const judging = new Set<number>()
  const held: number[] = []
  db.transaction = (async (work: Work) => {
    const acting = currentActing()
    const id = 'operator' in acting ? acting.operator.id : 0
    const isImport = 'permission' in acting && acting.permission === userPermissions.import.code
    if (isImport && judging.delete(id)) {
      held.push(id)
      await going.promise
    } else if (isImport) judging.add(id)
    return begin(work)
  }) as typeof transaction
  const restore = () => void Reflect.deleteProperty(db, 'transaction')
  return { held, go: () => going.resolve(), restore }
}

async function send(token: string): Promise<number> {
  const body = new FormData()
  body.set('file', new File([`username\r\n${freshName()}`], 'users.csv'))
  const headers = { authorization: `Bearer ${token}` }
  const url = new URL('/app/system/users/import', baseUrl())
  return (await fetch(url, { method: 'POST', headers, body })).status
}

test.group('Access | many imports at once', () => {
  test('leave turns for what others change', async ({ client, assert, cleanup }) => {
    const admin = await administrator(client)
    const { id } = await makeUser()
    const people = []
    for (let no = 0; no < PEOPLE; no++) people.push(await holder(client, IMPORT))
    const { held, go, restore } = heldImports()
    cleanup(restore)
    cleanup(go)
    const turns = watchedTurns()
    cleanup(turns.restore)
    const imports = people.map(({ caller }) => send(caller.token))
    const lines = people.map(({ user }) => `user:${user.id}`)
    await until(() => held.length >= AT_ONCE)
    await until(() => lines.every((line) => turns.seen.lines.includes(line)))
    let status = 0
    void admin.put(`users/${id}`, { nickname: 'Another' }).then((put) => (status = put.status()))
    await until(() => status === 200)
    assert.lengthOf(held, AT_ONCE)
    go()
    assert.deepEqual(await Promise.all(imports), Array(PEOPLE).fill(200))
  })

  test('carry out one of one person at a time', async ({ client, assert, cleanup }) => {
    const [many, one] = [await holder(client, IMPORT), await holder(client, IMPORT)]
    const { held, go, restore } = heldImports()
    cleanup(restore)
    cleanup(go)
    const imports = [many, many, one].map(({ caller }) => send(caller.token))
    await until(() => held.length === AT_ONCE)
    assert.sameMembers(held, [many.user.id, one.user.id])
    go()
    assert.deepEqual(await Promise.all(imports), Array(3).fill(200))
  })
})
