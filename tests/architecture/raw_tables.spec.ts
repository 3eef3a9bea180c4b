import { readFile, glob } from 'node:fs/promises'
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { assertModelsDeclared, findModels, tableScopeOf } from '#kernel/data_scope/main'
import { scanSource, type Tables } from './raw_table_scan.js'

/** Files that may, and why. Each needs a reason that a reviewer can weigh. */
const ALLOWED: Record<string, string> = {
  'app/kernel/database/prepared.ts': 'runs what its callers write, each of which is read here',
  'app/kernel/database/search_text.ts':
    'fills a column of all rows in migrations, whosever they are',
  'app/kernel/plugins/preparation_lock.ts': 'takes a lock, and reads no table',
  'app/kernel/database/postgres_statements.ts': 'runs them on PostgreSQL’s own connection',
  'app/kernel/listing/listing_reader.ts': 'writes lists with the scope in them',
  'app/kernel/data_scope/row_reach.ts': 'asks whether a row is within the scope',
  'app/kernel/listing/labels.ts': 'reads the columns that a model declares as its labels',
  'app/kernel/rows/tree_place.ts':
    'reads ids and depths alone: a tree is whole, whoever may see parts of it',
  'app/plugins/messaging/statements.ts':
    'runs statements on tables of messaging alone, none scoped',
  'app/kernel/data_scope/scoped_builder.ts': 'is what puts the scope in',
  'app/kernel/data_scope/ownership.ts': 'is what guards owner and department',
  'app/kernel/plugins/plugin_tables.ts': 'keeps the migrations’ ledger',
  'app/kernel/plugins/plugin_migrations.ts': 'reads the migrations’ ledger',
  'app/plugins/identity/login/login_attempts.ts':
    'counts attempts in statements that must be atomic; the table is no model’s',
  'app/plugins/identity/login/login_account.ts':
    'finds an account by its name, and where it was logged in to before; nobody acts yet',
  'app/plugins/identity/login/session_opener.ts':
    'writes what a login leaves, on PostgreSQL in one statement; nobody acts yet',
  'app/kernel/plugins/retention/eldest_rows.ts': 'removes by age alone, whosever it is',
  'app/plugins/identity/retention/expired_rows.ts': 'removes by age alone, whosever it is',
  'app/plugins/identity/erasure/erase_account.ts':
    'removes what is one person’s, whom somebody was let erase',
  'app/plugins/messaging/erasure/remove_conversation.ts':
    'names one of four tables of messaging, none scoped',
  'app/plugins/documents/erasure/erase_names.ts':
    'puts one name away wherever it is written, whosever the document is',
  'app/plugins/access/import/write_users.ts':
    'inserts many users at once, whose place and roles were checked before',
  'app/plugins/audit/chain/entry_table.ts':
    'writes, chains and checks entries, whosever they are; lists go by the model',
  'app/plugins/access/rules/links.ts': 'names one of three link tables, by type',
  'app/plugins/module_generator/introspection/server_tables.ts':
    'reads the catalogue of the database, never rows',
  'app/plugins/module_generator/applying/scratch_database.ts':
    'makes and drops an empty database for checks',
  'app/plugins/module_generator/applying/migrations.ts':
    'ends or reverses a migration statement by statement, where one was killed within',
  'app/plugins/module_generator/applying/alteration_checks.ts':
    'judges by a changed plan what a table holds, whosever it is',
  'app/plugins/module_generator/actions/undo_module.ts': 'asks whether a table that goes has rows',
}

async function tablesOfPlugins(): Promise<Tables> {
  const models = await findModels(await Array.fromAsync(glob(app.makePath('app/plugins/*/models'))))
  assertModelsDeclared(models)
  return {
    scoped: new Set(models.flatMap((model) => tableScopeOf(model)?.table.toLowerCase() ?? [])),
    openModels: new Set(models.filter((model) => !tableScopeOf(model)).map(({ name }) => name)),
  }
}

async function scanApplication(tables: Tables): Promise<string[]> {
  const told: string[] = []
  for await (const file of glob('{app,providers,start}/**/*.ts', { cwd: app.makePath() })) {
    if (file in ALLOWED || /\/database\/migrations\//.test(file)) continue
    for (const { line, text, fault } of scanSource(
      await readFile(app.makePath(file), 'utf8'),
      tables
    )) {
      told.push(`${file}:${line} ${fault}: ${text}`)
    }
  }
  return told
}

test.group('Raw tables | the application', () => {
  test('reach scoped tables through their models alone', async ({ assert }) => {
    const told = await scanApplication(await tablesOfPlugins())
    assert.deepEqual(
      told,
      [],
      'Use the model or its listing, or add the file to the allow-list with a reason'
    )
  })

  test('allow only files that need it', async ({ assert }) => {
    const tables = await tablesOfPlugins()
    for (const file of Object.keys(ALLOWED))
      assert.isNotEmpty(scanSource(await readFile(app.makePath(file), 'utf8'), tables), file)
  })
})

test.group('Raw tables | the scan itself', () => {
  const tables = { scoped: new Set(['orders']), openModels: new Set(['Team']) }
  const faults = (source: string) => scanSource(source, tables).length

  const refused = [
    `db.from('orders')`,
    `trx.from("orders as o")`,
    'client.from(`public.orders`)',
    `db.query().from({ o: 'orders' })`,
    `db.table('orders').insert({})`,
    `db.from(table)`,
    `db.connection('pg').from(model.table)`,
    `db.from('teams').leftJoin('orders', 'a', 'b')`,
    `Team.query()\n  .join(\n    'ORDERS', 'a', 'b')`,
    `db.rawQuery('select * from orders')`,
    `db.rawQuery('select * from teams, orders')`,
    `db.rawQuery(sql)`,
    'db.rawQuery(`select * from ${table}`)',
    `client.from(Order.table)`,
    `db.from('teams').whereRaw('id in (select team_id from teams t, orders o)')`,
    `db.from('teams').whereRaw('exists (select 1 from orders where 1 = 1)')`,
    'query.select(db.raw(`(select max(id) from "orders")`))',
    `Order.query().knexQuery.stream()`,
    `Order.query().toKnex().orWhere('id', 1)`,
    `db.connection().getWriteClient()`,
    `runPrepared(client, dialect, { sql, bindings: [] })`,
    `await rowsChangedBy(trx, { sql: 'update orders set id = 1', bindings: [] })`,
    `db.truncate('orders')`,
  ]
  for (const source of refused) {
    test(`refuse ${source.replaceAll('\n', ' ')}`, ({ assert }) =>
      assert.isAbove(faults(source), 0))
  }

  const taken = [
    `db.from('teams')`,
    `Array.from(orders)`,
    `client.from(Team.table).where('id', 1)`,
    `db.rawQuery('select 1')`,
    `Order.query().whereRaw('lower(orders.name) = ?', [name])`,
    `Readable.from(rows)`,
    `Order.query().where('orders.id', 1)`,
    `// db.from('orders')`,
    `/* db.from('orders') */`,
    `const text = 'taken from orders'`,
    `db.from('teams').whereRaw('lower(name) = ?', [name])`,
  ]
  for (const source of taken) {
    test(`take ${source}`, ({ assert }) => assert.equal(faults(source), 0))
  }
})
