import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { Random } from '#tests/conformance/openapi/fuzz/random'
import { madeRequest } from '#tests/conformance/openapi/fuzz/made_request'
import { ApiDescription } from '#plugins/api_docs/main'

/** What would lead the run into the databases of the tests around it. */
const NOT_OURS = new Set(['SQLITE_PATH', 'STORAGE_ROOT', 'PORT', 'REDIS_URL', 'DATABASE_URL'])

test.group('API description | fuzz', () => {
  test('find no 500, no answer outside the description and no lost row in a short run', async ({
    assert,
  }) => {
    const inherited = Object.entries(process.env).filter(([key]) => !NOT_OURS.has(key))
    const run = spawn(
      process.execPath,
      [
        '--import=./bin/typescript.js',
        'tests/conformance/openapi/fuzz/main.ts',
        ...['--requests', '400', '--seed', '7'],
      ],
      {
        cwd: app.makePath(),
        env: { ...Object.fromEntries(inherited), DB_CONNECTION: 'sqlite' },
        stdio: ['ignore', 'pipe', 'inherit'],
      }
    )
    const [output] = await Promise.all([text(run.stdout), once(run, 'exit')])
    assert.equal(run.exitCode, 0, output)
    assert.match(output, /400 requests to \d+ operations in \d+ s, seed 7: 0 faults/)
  })

  test('make the same requests of the same seed', async ({ assert }) => {
    const description = await app.container.make(ApiDescription)
    const document = description.document()
    const made = (seed: number) =>
      description.operations.map((operation, index) => {
        const { target, actor, body } = madeRequest(operation, document, new Random(seed, index))
        return { target, actor, body: body?.bytes.toString('hex') }
      })
    assert.deepEqual(made(1), made(1))
    assert.notDeepEqual(made(1), made(2))
  })
})
