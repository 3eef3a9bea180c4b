import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from '@japa/runner'
import { ESLint } from 'eslint'
import { PROJECT, sourceFiles } from '../helpers/imports.js'

/** Where the one clock is made. */
const OWN = ['app/kernel/state/clock.ts']
const OTHER = /\bDateTime\.(now|utc|local)\(\)|\bDate\.now\(|\bnew Date\(\)/

async function messagesFor(code: string, filePath: string): Promise<string[]> {
  const [result] = await new ESLint({ cwd: PROJECT }).lintText(code, { filePath })
  return result!.messages
    .filter(({ ruleId }) => ruleId === 'no-restricted-syntax')
    .map(({ message }) => message)
}

test.group('Architecture | one clock', () => {
  test('let the linter fire at {$self}')
    .with(['DateTime.utc()', 'DateTime.now()', 'DateTime.local()', 'Date.now()', 'new Date()'])
    .run(async ({ assert }, expression) => {
      for (const place of ['app/plugins/documents/probe.ts', 'app/kernel/http/probe.ts']) {
        const [message] = await messagesFor(`export const at = ${expression}\n`, place)
        assert.match(message!, /one clock/)
      }
    })

  test('let moments be made of what is given', async ({ assert }) => {
    const code = 'export const at = [new Date(0), DateTime.utc(2026), DateTime.fromMillis(0)]\n'
    assert.deepEqual(await messagesFor(code, 'app/plugins/documents/probe.ts'), [])
  })

  test('find no other clock under app/', ({ assert }) => {
    const others = sourceFiles('app').filter(
      (file) => !OWN.includes(file) && OTHER.test(readFileSync(join(PROJECT, file), 'utf8'))
    )
    assert.deepEqual(others, [])
  })
})
