import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'

/** What would lead the walk into the files and the state of the tests around it; its database is its own. */
const NOT_OURS = new Set(['SQLITE_PATH', 'STORAGE_ROOT', 'PORT', 'REDIS_URL', 'DATABASE_URL'])
/** A step on a server costs more. */
const STEPS = (process.env.DB_CONNECTION ?? 'sqlite') === 'sqlite' ? 5_000 : 2_500
const LONGEST_MS = 1_200_000

test.group('Access | sequences', () => {
  test('give nobody what is not theirs, whoever asks for what, by any operation', async ({
    assert,
  }) => {
    const inherited = Object.entries(process.env).filter(([key]) => !NOT_OURS.has(key))
    const run = spawn(
      process.execPath,
      [
        '--import=./bin/typescript.js',
        'tests/chaos/permissions/main.ts',
        ...['--steps', String(STEPS), '--seed', '20261122'],
      ],
      {
        cwd: app.makePath(),
        env: Object.fromEntries(inherited),
        stdio: ['ignore', 'pipe', 'inherit'],
      }
    )
    const [output] = await Promise.all([text(run.stdout), once(run, 'exit')])
    assert.equal(run.exitCode, 0, output)
    assert.match(output, /with ids and not called: none/)
    assert.match(output, /Nothing wrong in \d+ steps/)
  }).timeout(LONGEST_MS)
})
