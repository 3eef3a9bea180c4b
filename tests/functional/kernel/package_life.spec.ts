import { test } from '@japa/runner'
import { dialectOf } from '#kernel/database/main'
import { columnsThatSay, everyTable } from '#tests/helpers/every_column'
import { TYPESCRIPT } from '#tests/helpers/imports'
import { EVERY_DATABASE } from '#tests/helpers/on_every_database'
import { migration } from '#tests/helpers/packaged_plugin'
import { ProjectCopy } from '#tests/helpers/project_copy'
import { Administrator } from './support/administrator.js'
import { CratesPackage } from './support/crates_package.js'

const STACK = /^ +at /m
const LEDGER = 'adonis_schema'
const HALF = 'database/migrations/2_create_lids_table.js'

/** Creates a table, then one that exists. */
const halfWay = migration(
  `createTable('lids', (table) => table.increments('id'))
      .createTable('crates', (table) => table.increments('id'))`,
  `dropTable('lids')`
)
const corrected = migration(
  `createTable('lids', (table) => table.increments('id'))`,
  `dropTable('lids')`
)

test.group('Kernel | life of a package', (group) => {
  let copy: ProjectCopy
  let crates: CratesPackage
  group.setup(async () => {
    copy = await ProjectCopy.make()
    crates = await CratesPackage.install(copy)
    return async () => {
      await crates[Symbol.asyncDispose]()
      await copy[Symbol.asyncDispose]()
    }
  })

  const start = () => copy.node(TYPESCRIPT, 'bin/server.ts')
  const recorded = () =>
    copy.database.connected(async (client) => {
      const rows = await client.from(LEDGER).where('name', 'like', 'crates/%').orderBy('id')
      return rows.map(({ name }) => name as string)
    })

  /** Columns and tables in which anything of it is left. */
  /** But for the audit trail, which goes on telling what was done. */
  const leftovers = () =>
    copy.database.connected(async (client) => {
      const tables = (await everyTable(client)).filter((table) => /crates|lids/.test(table))
      const columns = await columnsThatSay('crates', client)
      return [...tables, ...columns.filter((column) => !column.startsWith('audit_entries.'))]
    })

  /** Starts the service, and stops it when what the administrator does is done. */
  async function served<T>(work: (admin: Administrator) => Promise<T>, env = {}): Promise<T> {
    const service = await copy.serve(env)
    try {
      return await work(await Administrator.logIn(service))
    } finally {
      await service.stop()
    }
  }

  test('end the start with a sentence where its routes throw', async ({ assert, cleanup }) => {
    await crates.mount()
    cleanup(() => crates.restore('routes.js'))
    await crates.write('routes.js', `throw new Error('no crates today')`)
    const { code, output } = await start()
    assert.equal(code, 1)
    assert.match(
      output,
      /^The routes of plugin "crates" cannot be loaded \(no crates today at \S+routes\.js:1\); .+$/m
    )
    assert.notMatch(output, STACK)
  })

  test('name what a manifest imports and is not there, also in commands', async ({
    assert,
    cleanup,
  }) => {
    await crates.mount()
    cleanup(() => crates.restore('plugin.js'))
    await crates.write('plugin.js', `import './missing.js'`)
    const { code, output } = await copy.ace('list:plugins')
    assert.equal(code, 1)
    assert.match(output, /Cannot find module .*missing\.js/)
  })

  test('go on where a migration failed half-way, once it is corrected', async ({ assert }) => {
    await crates.mount()
    await crates.write(HALF, halfWay)
    const { code, output } = await start()
    const isMysql = await copy.database.connected(async (client) => dialectOf(client) === 'mysql')
    assert.equal(code, 1)
    assert.match(
      output,
      /^Migration 2_create_lids_table of plugin "crates" failed \(.*exists.*\); .+$/m
    )
    assert.notMatch(output, STACK)
    assert.equal(/what it changed before that stays/.test(output), isMysql)
    assert.deepEqual(await recorded(), ['crates/1_create_crates_table'])
    await copy.database.connected(async ({ schema }) => {
      assert.equal(await schema.hasTable('lids'), isMysql)
      if (isMysql) await schema.dropTable('lids')
    })

    await crates.write(HALF, corrected)
    await served(async (admin) => assert.equal(await admin.status('/app/crates'), 200))
    assert.deepEqual(await recorded(), [
      'crates/1_create_crates_table',
      'crates/2_create_lids_table',
    ])
  }).tags([EVERY_DATABASE])

  test('hide it while it is not mounted, give back what was kept, and leave nothing once it is removed', async ({
    assert,
  }) => {
    await crates.mount()
    const before = await served(async (admin) => {
      await copy.database.connected((client) => client.table('crates').insert({ id: 7 }))
      await admin.grantAndRename('crates', 'My boxes')
      return admin.sees('crates')
    })
    assert.deepInclude(before, { status: 200, rows: [{ id: 7 }], menus: ['My boxes'] })
    assert.deepInclude(before, { permissions: ['crates:crate:list'], granted: 1 })

    const migrations = { ran: 2, pending: 0 }
    const mounted = { source: 'package', version: '2.1.0', migrations, mounted: true }
    assert.deepEqual(before.plugin, mounted)

    await crates.unmount()
    const away = await served((admin) => admin.sees('crates'), { CRATES_MOST: 'many' })
    assert.deepEqual(away, {
      plugin: { source: null, version: null, migrations, mounted: false },
      status: 404,
      rows: null,
      menus: [],
      permissions: [],
      granted: 0,
    })
    assert.includeMembers(await leftovers(), ['crates', 'menus.name', 'menus.permission'])

    await crates.mount()
    assert.deepEqual(await served((admin) => admin.sees('crates')), before)

    await crates.unmount()
    const without = await copy.ace('plugin:remove', 'crates', '--force')
    assert.equal(without.code, 1)
    assert.match(
      without.output,
      /name its package as config\/plugins\.ts imported it, as in --from=/
    )
    const removal = await copy.ace(
      'plugin:remove',
      'crates',
      '--force',
      `--from=${crates.manifest}`
    )
    assert.equal(removal.code, 0, removal.output)
    assert.deepEqual([...(await leftovers()), ...(await recorded())], [])
  })

  test('leave nothing of it where it is removed while it is mounted', async ({ assert }) => {
    await crates.mount()
    await served((admin) => admin.grantAndRename('crates', 'My boxes'))
    const removal = await copy.ace('plugin:remove', 'crates', '--force')
    assert.equal(removal.code, 0, removal.output)
    assert.deepEqual([...(await leftovers()), ...(await recorded())], [])
  })
})
