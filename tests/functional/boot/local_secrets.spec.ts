import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { test } from '@japa/runner'
import { PROJECT } from '#tests/helpers/imports'
import { createEnv, ensureLocalSecrets } from '#kernel/settings/main'

const KEYS = ['APP_KEY', 'JWT_SECRET', 'NODE_ENV'] as const

test.group('Boot | secrets in development', (group) => {
  let folder: string
  let kept: Record<string, string | undefined>
  group.each.setup(() => {
    folder = mkdtempSync(join(tmpdir(), 'chancery-secrets-'))
    kept = Object.fromEntries(KEYS.map((key) => [key, process.env[key]]))
    for (const key of KEYS) delete process.env[key]
    return () => {
      for (const key of KEYS) {
        if (kept[key] === undefined) delete process.env[key]
        else process.env[key] = kept[key]
      }
      rmSync(folder, { recursive: true })
    }
  })

  function made() {
    ensureLocalSecrets(pathToFileURL(`${folder}/`))
    const { APP_KEY, JWT_SECRET } = process.env
    return { APP_KEY, JWT_SECRET }
  }

  test('are made once, and kept in a file of the owner that Git leaves out', ({ assert }) => {
    const first = made()
    assert.isAtLeast(first.JWT_SECRET!.length, 32)
    const file = join(folder, 'data/secrets.json')
    assert.deepEqual(JSON.parse(readFileSync(file, 'utf8')), first)
    assert.equal(statSync(file).mode & 0o077, 0)
    assert.match(readFileSync(join(PROJECT, '.gitignore'), 'utf8'), /^\/?data\/?$/m)
    for (const key of KEYS) delete process.env[key]
    assert.deepEqual(made(), first)
  })

  test('are not made where .env has them', async ({ assert }) => {
    writeFileSync(
      join(folder, '.env'),
      'APP_KEY=own-own-own-own-own\nJWT_SECRET=own-own-own-own-own\n'
    )
    await createEnv(pathToFileURL(`${folder}/`), [])
    assert.equal(process.env.APP_KEY, 'own-own-own-own-own')
    assert.isFalse(existsSync(join(folder, 'data')))
  })

  test('are not made in production', ({ assert }) => {
    process.env.NODE_ENV = 'production'
    assert.deepEqual(made(), { APP_KEY: undefined, JWT_SECRET: undefined })
  })
})
