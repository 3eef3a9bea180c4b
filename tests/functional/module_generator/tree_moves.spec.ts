import db from '@adonisjs/lucid/services/db'
import { test } from '@japa/runner'
import { actAsSystem } from '#kernel/acting/main'
import { onEveryDatabase } from '#tests/helpers/on_every_database'
import { RenderedModule } from './rendered_module.js'

const TABLE = 'odd_branches'
const ROUNDS = 3

test.group('Module generator | moves in a tree', (group) => {
  onEveryDatabase(group)
  let branches: RenderedModule
  group.setup(async () => {
    branches = await RenderedModule.make({
      name: 'odd-branch',
      fields: [
        { name: 'name', type: 'string' },
        { name: 'parent', type: 'tree' },
      ],
    })
    return () => branches[Symbol.asyncDispose]()
  })
  group.each.teardown(async () => {
    await db.from(TABLE).update({ parent_id: null })
    await db.from(TABLE).delete()
  })

  const make = (parentId: number | null = null) =>
    actAsSystem('make a branch', () => branches.actions.create.handle({ name: 'x', parentId }))
  const move = (id: number, parentId: number | null) =>
    actAsSystem('move a branch', () => branches.actions.update.handle(id, { parentId }))
  const codeOf = (settled: PromiseSettledResult<unknown>) =>
    settled.status === 'fulfilled' ? 'moved' : String((settled.reason as { code?: string }).code)

  /** Every row, and whether the way up from it ends. */
  async function rings(): Promise<number[]> {
    const rows: { id: number; parent_id: number | null }[] = await db.from(TABLE)
    const parents = new Map(rows.map((row) => [row.id, row.parent_id]))
    return [...parents.keys()].filter((id) => {
      const seen = new Set<number>()
      for (let at: number | null = id; at !== null; at = parents.get(at) ?? null) {
        if (seen.has(at)) return true
        seen.add(at)
      }
      return false
    })
  }

  test('make no ring, whoever moves what at the same time', async ({ assert }) => {
    for (let round = 0; round < ROUNDS; round++) {
      const ids = await Promise.all([make(), make(), make()])
      const moves = await Promise.allSettled(
        ids.map((id, index) => move(id, ids[(index + 1) % ids.length]!))
      )
      assert.deepEqual(await rings(), [])
      assert.deepEqual(moves.map(codeOf).sort(), ['E_ODD_BRANCH_CYCLE', 'moved', 'moved'])
    }
  })

  test('refuse a ring of any length, and end where one is there already', async ({ assert }) => {
    const [top, middle, low, other] = [await make(), await make(), await make(), await make()]
    await move(middle, top)
    await move(low, middle)
    await assert.rejects(() => move(top, low))
    await assert.rejects(() => move(top, top))

    await db.from(TABLE).where('id', top).update({ parent_id: low })
    await assert.rejects(() => move(other, low), /at most 100 levels/)
    await move(middle, null)
    await move(other, low)
    assert.deepEqual(await rings(), [])
  })

  test('keep a tree within a hundred levels, with what moves along', async ({ assert }) => {
    const chain = [await make()]
    for (let level = 1; level < 99; level++) chain.push(await make(chain.at(-1)!))
    const [above, below] = [await make(), await make()]
    await move(below, above)
    await assert.rejects(() => move(above, chain.at(-1)!), /at most 100 levels/)
    await move(below, chain.at(-1)!)
    await assert.rejects(() => make(below), /at most 100 levels/)
    await move(above, chain.at(-2)!)
  })

  test('let nobody move below what is being deleted', async ({ assert }) => {
    for (let round = 0; round < ROUNDS; round++) {
      const [one, other] = [await make(), await make()]
      const done = await Promise.allSettled([
        actAsSystem('delete', () => branches.actions.remove.handle([other])),
        move(one, other),
      ])
      assert.lengthOf(
        done.filter(({ status }) => status === 'fulfilled'),
        1
      )
    }
  })
})
