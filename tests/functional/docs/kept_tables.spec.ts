import { readFile } from 'node:fs/promises'
import { test } from '@japa/runner'
import { PROJECT } from '../../helpers/imports.js'
import { everyTable } from '../../helpers/every_column.js'
import { join } from 'node:path'

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

const settingsIn = (how: string) => [...how.matchAll(/`([A-Z_]{5,})`/g)].map(([, key]) => key!)

test.group('Docs | what is kept, and for how long', () => {
  test('say of every table of the database by what it is bounded', async ({ assert }) => {
    const lines = await classified()
    assert.deepEqual(lines.map(({ table }) => table).sort(), await everyTable())
    for (const { table, bound } of lines) assert.include(BOUNDS, bound, table)
  })

  test('name settings that exist, where a setting is the bound', async ({ assert }) => {
    const env = await readFile(join(PROJECT, 'start/env.ts'), 'utf8')
    for (const { table, bound, how } of await classified()) {
      const settings = settingsIn(how)
      for (const key of settings) assert.include(env, ` ${key}: Env.`, table)
      if (bound === 'retention' || bound === 'quota') assert.isNotEmpty(settings, table)
    }
  })
})
