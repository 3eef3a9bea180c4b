import { globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { test } from '@japa/runner'
import { PROJECT } from '../../helpers/imports.js'
import { everyTable } from '../../helpers/every_column.js'
import { allSettings } from '../../tools/document_settings/document_settings.js'
import { join } from 'node:path'
import plugins from '#config/plugins'
import { kernelSettings } from '#kernel/settings/main'

const BOUNDS = ['fixed', 'quota', 'retention', 'kept']

interface Line {
  table: string
  bound: string
  how: string
}

async function classified(): Promise<Line[]> {
  const text = await readFile(join(PROJECT, 'docs/security.md'), 'utf8')
  const [, section = ''] = text.split(/^### Every table$/m)
  const [own = ''] = section.split(/^##/m)
  return [...own.matchAll(/^\| `(\w+)` +\| (\w+) +\| (.+?) +\|$/gm)].map(([, ...cells]) => {
    const [table, bound, how] = cells as [string, string, string]
    return { table, bound, how }
  })
}

/** Settings, kinds of retention, and values in `config/`. */
const namesIn = (how: string) => [...how.matchAll(/`([a-zA-Z_]{5,})`/g)].map(([, name]) => name!)

async function declaredNames(): Promise<Set<string>> {
  const settings = allSettings(kernelSettings, plugins).flatMap(({ keys }) => Object.keys(keys))
  const kinds = plugins.flatMap(({ retention = {} }) => Object.keys(retention))
  const files = globSync('config/*.ts', { cwd: PROJECT })
  const texts = await Promise.all(files.map((file) => readFile(join(PROJECT, file), 'utf8')))
  const values = [...texts.join('\n').matchAll(/^\s+(\w+): \d/gm)].map(([, name]) => name!)
  return new Set([...settings, ...kinds, ...values])
}

test.group('Docs | what is kept, and for how long', () => {
  test('say of every table of the database by what it is bounded', async ({ assert }) => {
    const lines = await classified()
    assert.deepEqual(lines.map(({ table }) => table).sort(), await everyTable())
    for (const { table, bound } of lines) assert.include(BOUNDS, bound, table)
  })

  test('name settings that exist, where a setting is the bound', async ({ assert }) => {
    const declared = await declaredNames()
    for (const { table, bound, how } of await classified()) {
      if (bound !== 'retention' && bound !== 'quota') continue
      const names = namesIn(how)
      assert.isNotEmpty(names, table)
      for (const name of names) assert.isTrue(declared.has(name), `${table}: ${name}`)
    }
  })
})
