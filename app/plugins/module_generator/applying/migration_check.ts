import type { ModuleSpec } from '../plan/module_spec.js'
import { literal } from '../rendering/encoders.js'

/** A spec for the scratch copy alone: the module's migrations go down to nothing and up again. */
export function migrationCheck(
  { table, existing }: ModuleSpec,
  migrations: readonly string[]
): string {
  return `
import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import plugins from '#config/plugins'
import { prepareDatabase } from '#kernel/plugins/main'
import { reverseMigrations, tableNames } from '#plugins/module_generator/main'

test.group('Migrations', () => {
  test('go down and up again', async ({ assert }) => {
    const there = async () => (await tableNames()).includes(${literal(table)})
    assert.isTrue(await there())
    await reverseMigrations(${literal([...migrations].reverse())})
    ${existing ? '' : 'assert.isFalse(await there())'}
    await prepareDatabase(app, plugins)
    assert.isTrue(await there())
  })
})
`
}
