import { compose } from '@adonisjs/core/helpers'
import { AppFactory } from '@adonisjs/core/factories/app'
import { EmitterFactory } from '@adonisjs/core/factories/events'
import { LoggerFactory } from '@adonisjs/core/factories/logger'
import type { ApplicationService } from '@adonisjs/core/types'
import { Database } from '@adonisjs/lucid/database'
import { Adapter, BaseModel, column } from '@adonisjs/lucid/orm'
import { scopedBy } from '#kernel/data_scope/declaration'
import { enforceDataScope } from '#kernel/data_scope/enforcement'
import { defineListing } from '#kernel/data_scope/listing'
import { instant as instantColumn } from '#kernel/data_scope/listing_columns'
import { among, type ListFilter } from '#kernel/data_scope/listing_filters'
import { everything, type Reach } from '#kernel/data_scope/reach'
import { instant } from '#kernel/database/instant'
import { parseSort, type CountMode } from '#kernel/http/list_query'
import { t } from '#kernel/http/shape'
import { actAsOperator } from '#kernel/operator/acting'
import { freshDatabase } from './harness/stage.js'
import { markdownTable, publish } from './harness/table.js'

const ROWS = Number(process.env.BENCH_ROWS ?? 1_000_000)
const DEPARTMENTS = 5_000
const RUNS = Number(process.env.BENCH_RUNS ?? 101)
const MOST = 1.5
const SUBTREES = [1, 20, 400, 2_599]

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

const withinBuckets: ListFilter<number> = ({ column: named }, most) => ({
  sql: `${named('bucket')} <= ?`,
  bindings: [most],
})

const listing = defineListing(Row, {
  row: t.object({ id: t.id(), title: t.text(), createdAt: t.instant() }),
  columns: { id: 'id', title: 'title', createdAt: instantColumn('createdAt') },
  filters: { bucket: withinBuckets, buckets: among('bucket') },
  sorts: ['id', 'createdAt'],
  defaultSort: '-createdAt',
})

type Query = Parameters<typeof listing.page>[0]

/** The first page within a scope, beside the same page under a filter that selects as many rows. */
export async function benchDataScope(): Promise<void> {
  const db = await connect()
  try {
    await fill(db)
    const rows: string[][] = []
    for (const sort of ['-createdAt', '-id']) {
      for (const subtree of SUBTREES) rows.push(await compare(sort, subtree))
    }
    const counts = await countTimes()
    const plans = [await explain(db, 400), await explain(db, 1)]
    publish(
      'scope',
      `Data scope on ${ROWS} rows and ${DEPARTMENTS} departments`,
      report(rows, counts, plans)
    )
  } finally {
    await db.manager.closeAll()
  }
}

function report(rows: string[][], counts: string[][], plans: string[]): string {
  const page = [
    'sort',
    'departments',
    'scoped ms',
    'by ids ms',
    'ratio',
    'by range ms',
    'ratio',
    `at most ${MOST}`,
  ]
  const count = ['departments', 'none ms', 'capped ms', 'exact ms']
  const fenced = plans.map((plan) => `\`\`\`\n${plan}\n\`\`\``)
  return [markdownTable(page, rows), markdownTable(count, counts), ...fenced].join('\n\n')
}

/** Beside two filters that select as many rows: one of as many ids, and a range, which is the cheapest there is. */
async function compare(sort: string, subtree: number): Promise<string[]> {
  const query: Query = { count: 'none', sort: parseSort(sort) }
  const reach = reachOf(subtree)
  const buckets = [...reach.departments]
  const times = await interleaved(
    () => acting(reach, () => listing.page(query)),
    () => acting(everything, () => listing.page({ ...query, buckets })),
    () => acting(everything, () => listing.page({ ...query, bucket: subtree }))
  )
  const [scopedMs, byIds, byRange] = times as [number, number, number]
  const verdict = [byIds, byRange]
    .map((other) => (scopedMs / other <= MOST ? 'yes' : 'NO'))
    .join(' / ')
  return [
    sort,
    String(subtree),
    scopedMs.toFixed(2),
    byIds.toFixed(2),
    (scopedMs / byIds).toFixed(2),
    byRange.toFixed(2),
    (scopedMs / byRange).toFixed(2),
    verdict,
  ]
}

async function countTimes(): Promise<string[][]> {
  const rows: string[][] = []
  for (const subtree of SUBTREES) {
    const timed = async (count: CountMode) => {
      const ask = () => acting(reachOf(subtree), () => listing.page({ count }))
      return (await interleaved(ask))[0]!.toFixed(2)
    }
    rows.push([String(subtree), await timed('none'), await timed('capped'), await timed('exact')])
  }
  return rows
}

/** Medians; taken in turns, so that whatever else the machine does befalls all alike. */
async function interleaved(...ways: (() => Promise<unknown>)[]): Promise<number[]> {
  const times = ways.map(() => [] as number[])
  for (let run = 0; run < RUNS; run++) {
    for (const [index, way] of ways.entries()) {
      const start = performance.now()
      await way()
      times[index]!.push(performance.now() - start)
    }
  }
  return times.map((some) => some.sort((a, b) => a - b)[Math.floor(RUNS / 2)]!)
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
  const connections = { pg: { client: 'pg' as const, connection: await freshDatabase() } }
  const db = new Database({ connection: 'pg', connections }, new LoggerFactory().create(), emitter)
  BaseModel.useAdapter(new Adapter(db as never) as never)
  enforceDataScope()
  return db
}

async function fill(db: Database): Promise<void> {
  await db.rawQuery(`create table bench_scope_rows as
    select n as id, 'Row ' || n as title, 1 + n % 20000 as owner_id,
      1 + floor(random() * ${DEPARTMENTS})::int as department_id, 1 + floor(random() * ${DEPARTMENTS})::int as bucket,
      timestamptz '2026-01-01' + n * interval '17 seconds' as created_at
    from generate_series(1, ${ROWS}) as n`)
  await db.rawQuery(
    'alter table bench_scope_rows add primary key (id), alter column created_at set not null'
  )
  for (const columns of ['department_id, id', 'bucket, id', 'created_at, id', 'owner_id, id']) {
    await db.rawQuery(`create index on bench_scope_rows (${columns})`)
  }
  await db.rawQuery('vacuum analyze bench_scope_rows')
}

if (import.meta.main) await benchDataScope()
