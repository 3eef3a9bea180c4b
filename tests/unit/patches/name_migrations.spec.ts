import app from '@adonisjs/core/services/app'
import db from '@adonisjs/lucid/services/db'
import { MigrationRunner } from '@adonisjs/lucid/migration'
import { test } from '@japa/runner'
import { migrationsOf } from '#kernel/plugins/main'
import { creating, mount, mounted, packaged } from '#tests/helpers/packaged_plugin'

interface Source {
  migrationSource: { getMigrations(): Promise<{ name: string }[]> }
}

const runnerOf = () => new MigrationRunner(db, app, { direction: 'up', dryRun: true })

test.group('Patches | nameMigrations', () => {
  test('is needed while Lucid names migrations by their path', async ({ assert }) => {
    const { migrationSource } = runnerOf() as unknown as Source
    const names = (await migrationSource.getMigrations()).map(({ name }) => name)
    const users = names.filter((name) => name.endsWith('/0002_create_users_table'))
    assert.deepEqual(users, ['app/plugins/identity/database/migrations/0002_create_users_table'])
  })

  test('lists those of mounted plugins by plugin and file, in boot order, a package among them', async ({
    assert,
    cleanup,
  }) => {
    const plugin = await packaged({ '1_create_crates_table': creating('crates') }, cleanup)
    mount([...mounted(), plugin], cleanup)
    const listed = (await runnerOf().getList()).map(({ name }) => name)
    assert.deepEqual(
      listed,
      mounted()
        .flatMap(migrationsOf)
        .map(({ name }) => name)
    )
    assert.equal(listed.at(-1), 'packaged/1_create_crates_table')
  })
})
