import db from '@adonisjs/lucid/services/db'
import { test } from '@japa/runner'
import { freshName } from '../../helpers/accounts.js'
import { statementsDuring } from '../../helpers/statements.js'
import { administrator } from './support/caller.js'
import { makeDepartment } from './support/organisation.js'

async function fill(parentId: number, count: number): Promise<void> {
  const now = '2026-01-01 00:00:00.000'
  const stamps = { sort: 0, status: 'enabled', created_at: now, updated_at: now }
  const rows = Array.from({ length: count }, () => {
    return { name: freshName('leaf'), parent_id: parentId, ...stamps }
  })
  for (let from = 0; from < count; from += 500)
    await db.table('departments').multiInsert(rows.slice(from, from + 500))
}

test.group('Access | a tree of 5,000 departments', () => {
  test('move a department of 500 with as many statements as one alone', async ({
    client,
    assert,
  }) => {
    const [from, to] = [await makeDepartment(), await makeDepartment()]
    const [moving, alone] = [await makeDepartment(from), await makeDepartment(from)]
    await fill(moving, 499)
    await fill(to, 4_500)
    const admin = await administrator(client)
    const statementsFor = async (id: number) => {
      await admin.must(admin.get('users'))
      return statementsDuring(async () => {
        const moved = await admin.must(admin.put(`departments/${id}`, { parentId: to }))
        assert.equal(moved.parentId, to)
      })
    }
    assert.equal(await statementsFor(moving), await statementsFor(alone))

    await db
      .from('departments')
      .whereIn('parent_id', [moving, to])
      .whereNotIn('id', [moving, alone])
      .delete()
  })
})
