import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { ApiDescription } from '#plugins/api_docs/main'
import { writeClient } from '#tests/conformance/openapi/write_client'

const contents = (folder: string) =>
  Object.fromEntries(
    globSync('**/*.ts', { cwd: folder })
      .sort()
      .map((file) => [file, readFileSync(join(folder, file), 'utf8')])
  )

test.group('Architecture | generated HTTP client', () => {
  test('be what the mounted routes generate; else run npm run client:generate', async ({
    assert,
    cleanup,
  }) => {
    const folder = mkdtempSync(join(tmpdir(), 'chancery-client-'))
    cleanup(() => rmSync(folder, { recursive: true, force: true }))
    ;(await app.container.make('router')).commit()
    const description = await app.container.make(ApiDescription)
    await writeClient(description.document(), folder)

    const fresh = contents(folder)
    const kept = contents(app.makePath('clients/http/src/generated'))
    assert.deepEqual(Object.keys(kept), Object.keys(fresh))
    const stale = Object.keys(fresh).filter((file) => fresh[file] !== kept[file])
    assert.deepEqual(stale, [])
  })
  test('parse nothing but files as files', ({ assert }) => {
    const kept = contents(app.makePath('clients/http/src/generated'))
    const named = (pattern: RegExp, file: string) =>
      [...kept[file]!.matchAll(pattern)].map(([, name]) => name!.toLowerCase()).sort()
    const parsed = named(/^export const (\w+) = (?:(?!^export)[\s\S])*?parseAs: /gm, 'sdk.gen.ts')
    const files = named(
      /^export type (\w+)Responses = \{(?:(?!^\};)[\s\S])*? 200: Blob \| File/gm,
      'types.gen.ts'
    )
    assert.deepEqual(parsed, files)
  })
})
