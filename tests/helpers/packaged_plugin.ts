import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import app from '@adonisjs/core/services/app'
import db from '@adonisjs/lucid/services/db'
import type { TestContext } from '@japa/runner/core'
import { definePlugin, type PluginManifest } from '#kernel/plugins/main'

export const mounted = () => app.config.get<readonly PluginManifest[]>('plugins')

/** The source of a migration; either statement is of the schema. */
export const migration = (up: string, down: string) => `
  import { BaseSchema } from '${import.meta.resolve('@adonisjs/lucid/schema')}'
  export default class extends BaseSchema {
    async up() {
      this.schema.${up}
    }
    async down() {
      this.schema.${down}
    }
  }`

export const creating = (table: string) =>
  migration(`createTable('${table}', (table) => table.increments('id'))`, `dropTable('${table}')`)

export const labelling = (table: string) =>
  migration(
    `alterTable('${table}', (table) => table.string('label'))`,
    `alterTable('${table}', (table) => table.dropColumn('label'))`
  )

/** A plugin outside of the application, as a package is, with these migrations by their names. */
export async function packaged(
  migrations: Readonly<Record<string, string>>,
  cleanup: TestContext['cleanup']
): Promise<PluginManifest> {
  const folder = await mkdtemp(join(tmpdir(), 'chancery-package-'))
  cleanup(() => rm(folder, { recursive: true }))
  await mkdir(join(folder, 'database/migrations'), { recursive: true })
  for (const [name, content] of Object.entries(migrations))
    await writeFile(join(folder, `database/migrations/${name}.js`), content)
  const from = pathToFileURL(join(folder, 'plugin.js')).href
  return definePlugin({ name: 'packaged', description: 'A package.', from })
}

/** Takes these for the mounted plugins, as the settings would name them. */
export function mount(plugins: readonly PluginManifest[], cleanup: TestContext['cleanup']): void {
  const before = mounted()
  app.config.set('plugins', plugins)
  cleanup(() => app.config.set('plugins', before))
}

/** Takes migrations out of what is recorded as run. */
export async function struck(names: string[]): Promise<void> {
  await db.from('adonis_schema').whereIn('name', names).delete()
}
