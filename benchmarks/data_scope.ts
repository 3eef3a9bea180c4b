import { compose } from '@adonisjs/core/helpers'
import { AppFactory } from '@adonisjs/core/factories/app'
import { EmitterFactory } from '@adonisjs/core/factories/events'
import { LoggerFactory } from '@adonisjs/core/factories/logger'
import type { ApplicationService } from '@adonisjs/core/types'
import { Database } from '@adonisjs/lucid/database'
import { Adapter, BaseModel, column } from '@adonisjs/lucid/orm'
import { scopedBy, enforceDataScope } from '#kernel/data_scope/main'
import { among, defineListing } from '#kernel/listing/main'
import { everything, type Reach, actAsOperator } from '#kernel/acting/main'
import { instant } from '#kernel/database/main'
import { parseSort, type CountMode, t } from '#kernel/contracts/main'
import type { Figure } from './harness/figures.js'
import { upTo, type Options } from './harness/options.js'
import { median } from './harness/rounds.js'
import { freshDatabase } from './harness/stage.js'

const ROWS = 1_000_000
const DEPARTMENTS = 5_000
const RUNS = 100
const SUBTREES = [1, 20, 400, 2_599]
const SORTS = ['-createdAt', '-id']

const scoped = scopedBy({ owner: 'ownerId', department: 'departmentId' })

class Row extends compose(BaseModel, scoped) {
  static table = 'bench_scope_rows'

  @column({ isPrimary: true })
  declare id: number

  @column()
  declare title: string

  @column()
  declare ownerId: number

  @column()
  declare departmentId: number

  /** As many values, as evenly spread and indexed alike: what an ordinary filter would select by. */
  @column()
  declare bucket: number

  @instant()
  declare createdAt: unknown
}

const listing = defineListing(Row, {
  row: t.object({ id: t.id(), title: t.text(), createdAt: t.instant() }),
  filters: { buckets: among('bucket') },
  sorts: ['id', 'createdAt'],
  defaultSort: '-createdAt',
})

type Query = Parameters<typeof listing.page>[0]

/** The first page within a scope, beside the same page under a filter that selects as many rows; prints two plans. */
export async function benchDataScope(options: Options): Promise<Figure[]> {
  const [db, runs] = [await connect(), upTo(RUNS, options)]
  try {
    await fill(db, upTo(ROWS, options))
    const ratios: number[] = []
    for (const sort of SORTS) {
      for (const subtree of SUBTREES) ratios.push(await besideIds(sort, subtree, runs))
    }
    const page = (count: CountMode) => acting(reachOf(400), () => listing.page({ count }))
    const [uncounted, counted] = await interleaved(
      runs,
      () => page('none'),
      () => page('exact')
    )
    for (const subtree of [400, 1]) process.stderr.write(`${await explain(db, subtree)}\n`)
    const name = 'scope: page beside one chosen by as many ids'
    return [
      { name: `${name}, the worst of ${ratios.length}`, unit: '×', ours: Math.max(...ratios) },
      { name, unit: '×', ours: median(ratios) },
      { name: 'scope: page within 400 departments', unit: 'ms', ours: uncounted! },
      { name: 'scope: the same with an exact count', unit: 'ms', ours: counted! },
    ]
  } finally {
    await db.manager.closeAll()
  }
}

async function besideIds(sort: string, subtree: number, runs: number): Promise<number> {
  const query: Query = { count: 'none', sort: parseSort(sort) }
  const reach = reachOf(subtree)
  const [ours, byIds] = await interleaved(
    runs,
    () => acting(reach, () => listing.page(query)),
    () => acting(everything, () => listing.page({ ...query, buckets: [...reach.departments] }))
  )
  return ours! / byIds!
}

/** Medians; taken in turns, so that whatever else the machine does befalls all alike. */
async function interleaved(runs: number, ...ways: (() => Promise<unknown>)[]): Promise<number[]> {
  const times = ways.map(() => [] as number[])
  for (let run = 0; run < runs; run++) {
    for (const [index, way] of ways.entries()) {
      const start = performance.now()
      await way()
      times[index]!.push(performance.now() - start)
    }
  }
  return times.map(median)
}

async function explain(db: Database, subtree: number): Promise<string> {
  const { sql, bindings } = acting(reachOf(subtree), () => listing.statement({}))
  const { rows } = await db.rawQuery(`explain (analyze, buffers) ${sql}`, [...bindings] as string[])
  const lines = (rows as { 'QUERY PLAN': string }[]).map((row) => row['QUERY PLAN'].slice(0, 160))
  return [`${subtree} departments`, ...lines].join('\n')
}

type RowsReach = Extract<Reach, { kind: 'rows' }>

const reaches = new Map<number, RowsReach>()

/** Kept, as the cached reach of a role would be. Departments lie scattered over the ids. */
function reachOf(subtree: number): RowsReach {
  const known = reaches.get(subtree)
  if (known) return known

  const stride = 1_777
  const departments = Array.from(
    { length: subtree },
    (_, index) => ((index * stride) % DEPARTMENTS) + 1
  )
  const reach: RowsReach = {
    kind: 'rows',
    owner: null,
    departments: departments.sort((a, b) => a - b),
  }
  reaches.set(subtree, reach)
  return reach
}

function acting<Result>(reach: Reach, work: () => Result): Result {
  const operator = { id: 1, username: 'bench', nickname: 'Bench', departmentId: 1, sessionId: null }
  return actAsOperator({ operator, permission: 'bench:row:list', reach, roles: [] }, work)
}

async function connect(): Promise<Database> {
  const app = new AppFactory().create(new URL('../', import.meta.url))
  const emitter = new EmitterFactory().create(app as ApplicationService)
  const connections = { pg: { client: 'pg' as const, connection: await freshDatabase('scope') } }
  const db = new Database({ connection: 'pg', connections }, new LoggerFactory().create(), emitter)
  BaseModel.useAdapter(new Adapter(db as never) as never)
  enforceDataScope()
  return db
}

async function fill(db: Database, rows: number): Promise<void> {
  await db.rawQuery(`create table bench_scope_rows as
    select n as id, 'Row ' || n as title, 1 + n % 20000 as owner_id,
      1 + floor(random() * ${DEPARTMENTS})::int as department_id, 1 + floor(random() * ${DEPARTMENTS})::int as bucket,
      timestamptz '2026-01-01' + n * interval '17 seconds' as created_at
    from generate_series(1, ${rows}) as n`)
  await db.rawQuery(
    'alter table bench_scope_rows add primary key (id), alter column created_at set not null'
  )
  for (const columns of ['department_id, id', 'bucket, id', 'created_at, id', 'owner_id, id']) {
    await db.rawQuery(`create index on bench_scope_rows (${columns})`)
  }
  await db.rawQuery('vacuum analyze bench_scope_rows')
}
