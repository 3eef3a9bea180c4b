import type { QueryClientContract, TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { LucidModel } from '@adonisjs/lucid/types/model'
import { E_CONFLICT } from '#kernel/errors/main'
import { columnFor } from '#kernel/listing/main'
import { say } from '#kernel/languages/main'

/** Levels of a tree; a limit for whatever walks it. */
export const DEEPEST = 100

/** A row (`null` for a new one) and its parent. */
export interface TreePlace {
  id: number | null
  parentId: number
}

export interface PlaceCheck {
  /** The transaction that the tree was locked in, where a row moves. */
  client?: QueryClientContract
  /** Thrown where the row would stand below itself. */
  cycle?: new () => Error
}

/**
 * Lets one transaction at a time move rows of a tree, over all nodes, by locking the first row of the table. Call it before
 * anything is read: what was checked then holds until the commit.
 */
export async function lockTree(
  model: LucidModel,
  client: TransactionClientContract
): Promise<void> {
  const first = () => client.from(model.table).select('id').orderBy('id').limit(1)
  // The first row may have been deleted while its lock was waited for; another row is first then.
  while ((await first().forUpdate()).length === 0) if ((await first()).length === 0) return
}

/**
 * Refuses a parent that is below the row itself or too deep, also where rows in between are out of reach.
 *
 * @param attribute the model's, for the parent
 * @throws `cycle`, and E_CONFLICT where the tree would get too deep
 */
export async function assertTreePlace(
  model: LucidModel,
  attribute: string,
  { id, parentId }: TreePlace,
  { client, cycle: Cycle = E_CONFLICT }: PlaceCheck = {}
): Promise<void> {
  const reader = client ?? model.$adapter.modelConstructorClient(model)
  const tree = { client: reader, table: model.table, parent: columnFor(model, attribute) }
  const above = await walk(tree, parentId, 'up')
  if (id !== null && above.some((row) => row.id === id)) throw new Cycle()
  const height = id === null ? 1 : Math.max(1, ...(await depthsBelow(tree, id)))
  if (above.length + height > DEEPEST)
    throw new E_CONFLICT(say`Rows stand at most ${DEEPEST} levels deep; choose a place further up`)
}

interface Tree {
  client: QueryClientContract
  table: string
  parent: string
}

interface Step {
  id: number
  depth: number
}

async function depthsBelow(tree: Tree, id: number): Promise<number[]> {
  const [lowest] = await walk(tree, id, 'down')
  return lowest ? [lowest.depth] : []
}

/** From a row on, itself included, in one query; the furthest first. What goes round in a circle ends as well. */
async function walk(
  { client, table, parent }: Tree,
  id: number,
  way: 'up' | 'down'
): Promise<Step[]> {
  const [from, to] = way === 'up' ? ['id', 'walk.above'] : [parent, 'walk.id']
  const rows: Step[] = await client
    .from('walk')
    .withRecursive('walk', (query) => {
      void query
        .from(table)
        .select('id', `${parent} as above`, client.raw('1 as depth'))
        .where('id', id)
        .unionAll((next) => {
          void next
            .from(table)
            .innerJoin('walk', `${table}.${from}`, to!)
            .select(`${table}.id`, `${table}.${parent}`, client.raw('walk.depth + 1'))
            .where('walk.depth', '<=', DEEPEST)
        })
    })
    .select('id', 'depth')
    .orderBy('depth', 'desc')
    .limit(way === 'up' ? DEEPEST + 1 : 1)
  return rows.map((row) => ({ id: Number(row.id), depth: Number(row.depth) }))
}
