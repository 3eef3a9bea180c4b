import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from '@japa/runner'
import { ESLint } from 'eslint'
import { PROJECT, sourceFiles } from '../helpers/imports.js'

const FOLDERS = ['app', 'bin', 'config', 'providers', 'start', 'tests']
const LONGEST = 250

const linter = new ESLint({ cwd: PROJECT })

async function complaintsAbout(lines: number, filePath: string): Promise<string[]> {
  const [result] = await linter.lintText('//\n'.repeat(lines), { filePath })
  return result!.messages
    .filter(({ ruleId }) => ruleId === 'max-lines')
    .map(({ message }) => message)
}

async function isExcused(file: string): Promise<boolean> {
  const { rules } = await linter.calculateConfigForFile(join(PROJECT, file))
  return rules['max-lines'] === undefined
}

function isLong(file: string): boolean {
  return readFileSync(join(PROJECT, file), 'utf8').split('\n').length - 1 > LONGEST
}

test.group('Architecture | long files', () => {
  test('let the linter fire beyond 250 lines in {$self}')
    .with(FOLDERS)
    .run(async ({ assert }, folder) => {
      const file = `${folder}/somewhere/probe.ts`
      assert.lengthOf(await complaintsAbout(LONGEST + 1, file), 1)
      assert.deepEqual(await complaintsAbout(LONGEST, file), [])
    })

  test('excuse none that is short enough, and find no other long one', async ({ assert }) => {
    const files = FOLDERS.flatMap(sourceFiles)
    const excused: string[] = []
    for (const file of files) if (await isExcused(file)) excused.push(file)
    assert.sameMembers(excused, files.filter(isLong))
  })
})
