/**
 * Kills the service again and again while people save, and counts what is lost and what is saved twice:
 * `npm run chaos:documents`. Takes `--kills 100` or `--seconds N`, `--writers 8` and `--seed N`. `--fault storage` fills the
 * storage instead, and `--fault database` stops a PostgreSQL of its own (`--strikes 6`; both need root). `--database pg`,
 * or `mysql`, makes a database on the server that DB_USER and its kin name, and drops it.
 */
import { parseArgs } from 'node:util'
import { EmptyDatabase } from '../../tools/empty_database.js'
import { serverSettings } from '../../tools/server_settings.js'
import type { Fault } from './faults/fault.js'
import { FullStorage } from './faults/full_storage.js'
import { KilledService } from './faults/killed_service.js'
import { StoppedDatabase } from './faults/stopped_database.js'
import { Trial } from './trial.js'

const { values } = parseArgs({
  options: {
    fault: { type: 'string', multiple: true, default: ['kills'] },
    kills: { type: 'string', default: '100' },
    strikes: { type: 'string', default: '6' },
    writers: { type: 'string', default: '8' },
    seconds: { type: 'string' },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
    database: { type: 'string', default: process.env.DB_CONNECTION ?? 'sqlite' },
  },
})

const say = (text: string): void => void process.stdout.write(`${text}\n`)

const FAULTS = new Map<string, () => Promise<Fault>>([
  ['kills', async () => new KilledService()],
  ['storage', () => FullStorage.prepare()],
  ['database', () => StoppedDatabase.prepare()],
])

async function tryOut(name: string): Promise<boolean> {
  const prepare = FAULTS.get(name)
  if (!prepare) throw new Error(`There is no fault "${name}"; there are ${[...FAULTS.keys()]}`)

  await using fault = await prepare()
  const trial = new Trial(fault, {
    writers: Number(values.writers),
    strikes: Number(name === 'kills' ? values.kills : values.strikes),
    seconds: values.seconds === undefined ? undefined : Number(values.seconds),
    seed: Number(values.seed),
    say,
  })
  return await trial.run()
}

Object.assign(process.env, serverSettings(values.database))
await using own = await EmptyDatabase.make(`chaos_${process.pid}`)
Object.assign(process.env, own.env)
say(`On ${values.database} with --seed ${values.seed}`)
for (const name of values.fault) {
  if (!(await tryOut(name))) process.exitCode = 1
}
