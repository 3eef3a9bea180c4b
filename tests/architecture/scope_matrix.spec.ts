import { readFile, glob } from 'node:fs/promises'
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { findModels, tableScopeOf } from '#kernel/data_scope/main'

const RUN = /\b(?:modelScopeMatrix|httpScopeMatrix)\(\s*(\w+)\s*,/g

async function modelsWithMatrix(): Promise<Set<string>> {
  const names = new Set<string>()
  for await (const file of glob('{tests,app}/**/*.spec.ts', { cwd: app.makePath() })) {
    for (const [, name] of (await readFile(app.makePath(file), 'utf8')).matchAll(RUN))
      names.add(name!)
  }
  return names
}

test.group('Scope matrix | coverage', () => {
  test('run the matrix for every scoped model', async ({ assert }) => {
    const models = await findModels(
      await Array.fromAsync(glob(app.makePath('app/plugins/*/models')))
    )
    const scoped = models.filter((model) => tableScopeOf(model)).map(({ name }) => name)
    const covered = await modelsWithMatrix()

    const missing = scoped.filter((name) => !covered.has(name))
    assert.deepEqual(
      missing,
      [],
      'Call modelScopeMatrix(Model, …) or httpScopeMatrix(Model, …) in a spec for each'
    )
  })
})
