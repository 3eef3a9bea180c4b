import { glob, readFile } from 'node:fs/promises'
import { join, matchesGlob } from 'node:path'
import { test } from '@japa/runner'
import { ProjectCopy } from '../../helpers/project_copy.js'

const COMMAND_MS = 900_000

test.group('Module generator | make:plugin', (group) => {
  let copy: ProjectCopy
  group.setup(async () => {
    copy = await ProjectCopy.make()
    return () => copy[Symbol.asyncDispose]()
  })

  test('write a package, whose imports of Chancery its package.json maps', async ({ assert }) => {
    const made = await copy.ace('make:plugin', 'tea-bag', '--package')
    assert.equal(made.code, 0, made.output)
    const folder = copy.path('packages/tea-bag')
    const manifest = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))
    const mapped = Object.keys(manifest.imports)

    const sources = await Array.fromAsync(glob(join(folder, 'src/**/*.ts')))
    const texts = await Promise.all(sources.map((file) => readFile(file, 'utf8')))
    const imported = texts.join().match(/(?<=from ')#[^']+/g)!
    assert.isNotEmpty(imported)
    for (const name of imported)
      assert.isTrue(
        mapped.some((pattern) => matchesGlob(name, pattern)),
        name
      )
    assert.notInclude(await copy.status(), 'config/plugins.ts')
  }).timeout(COMMAND_MS)

  test('refuse a name that is taken, or none', async ({ assert }) => {
    const before = await copy.status()
    const refusals = {
      'metrics': '"metrics" is the name of something that the application has already',
      'Tea': '"Tea" is not a name in kebab-case of at most 32 characters',
      'tea-bag --package': 'There is a folder packages/tea-bag already',
      'tea-pot --to ../tea-pot': '"../tea-pot" is not a folder inside the project',
    }
    for (const [args, refusal] of Object.entries(refusals)) {
      const refused = await copy.ace('make:plugin', ...args.split(' '))
      assert.equal(refused.code, 1)
      assert.include(refused.output, refusal)
    }
    assert.equal(await copy.status(), before)
  }).timeout(COMMAND_MS)
})
