/**
 * Lets people save while the service is killed, its storage is full and its database is stopped, each again and
 * again, and counts what is lost: `npm run chaos:documents`. Takes `--fault kills` for one of them (`kills`,
 * `storage`, `database`; the latter two need root, and `database` a PostgreSQL that is installed), `--kills 30`,
 * `--strikes 6` for the others, or `--seconds N` for each, and `--writers 8`. `--database pg`, or `mysql`, takes a server's,
 * where the login of DB_USER and its kin may make one, for all but `database`: it is made anew, and dropped in the end.
 */
import { parseArgs } from 'node:util'
import { EmptyDatabase } from '../../tools/empty_database.js'
import type { Fault } from './faults/fault.js'
import { FullStorage } from './faults/full_storage.js'
import { KilledService } from './faults/killed_service.js'
import { StoppedDatabase } from './faults/stopped_database.js'
import { Trial } from './trial.js'

const { values } = parseArgs({
  options: {
    fault: { type: 'string', multiple: true, default: ['kills', 'storage', 'database'] },
    kills: { type: 'string', default: '30' },
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

process.env.DB_CONNECTION = values.database
await using own = await EmptyDatabase.make(`chaos_${process.pid}`)
Object.assign(process.env, own.env)
say(`On ${values.database} with --seed ${values.seed}`)
for (const name of values.fault) {
  if (!(await tryOut(name))) process.exitCode = 1
}
