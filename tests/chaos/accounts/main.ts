/**
 * Runs the races of logins, refreshes, resets of passwords and disabled accounts with their statements in orders drawn at random:
 * `npm run soak -- accounts`. Takes `--seconds 60`, for about as many orders, `--seed N` and `--database sqlite|pg|mysql`.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { parseArgs } from 'node:util'
import { PROJECT, TYPESCRIPT } from '#tests/helpers/imports'
import { EmptyDatabase } from '../../tools/empty_database.js'
import { serverSettings } from '../../tools/server_settings.js'

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    database: { type: 'string', default: process.env.DB_CONNECTION ?? 'sqlite' },
  },
})

/** In tests/functional/races/identity.spec.ts. */
const PAIRS = 6
const ARGUMENTS = ['bin/test.ts', 'functional', '--files=races/identity.spec.ts']

const settings = serverSettings(values.database)
await using own = await EmptyDatabase.make(`accounts_${process.pid}`, settings)
const orders = {
  INTERLEAVINGS: String(Math.ceil(Number(values.seconds) / PAIRS)),
  INTERLEAVINGS_SEED: values.seed,
}
process.stdout.write(
  `${orders.INTERLEAVINGS} orders of ${PAIRS} pairs with --seed ${values.seed}\n`
)
const child = spawn(process.execPath, [TYPESCRIPT, ...ARGUMENTS], {
  cwd: PROJECT,
  stdio: ['ignore', 'inherit', 'inherit'],
  env: { ...process.env, ...settings, ...own.env, ...orders, NODE_ENV: 'test' },
})
const [code] = await once(child, 'exit')
process.exitCode = Number(code ?? 1)
