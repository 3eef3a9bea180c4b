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
})
