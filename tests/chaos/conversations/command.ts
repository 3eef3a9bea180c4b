import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { EmptyDatabase } from '../../tools/empty_database.js'

export interface Options {
  /** How long it goes on before it comes to its end. */
  seconds: number
  /** The same seed draws the same. */
  seed: number
  /** `sqlite`, `pg` or `mysql`; of the server that DB_HOST and its kin name. */
  database: string
  /** A module that exports the class `OutsideClient`, of which the devices of `chaos:messaging` are then. */
  client?: string
}

interface Verdict {
  /** What was done, for the last line. */
  done: string
  faults: number
}

/** Of `--seconds N --seed N --database sqlite|pg|mysql`. */
export function optionsOf(args?: string[]): Options {
  const { values } = parseArgs({
    args,
    options: {
      seconds: { type: 'string', default: '60' },
      seed: { type: 'string', default: String(Date.now() % 1_000_000) },
      database: { type: 'string', default: process.env.DB_CONNECTION ?? 'sqlite' },
      client: { type: 'string' },
    },
  })
  const { database, client } = values
  if (!['sqlite', 'pg', 'mysql'].includes(database))
    throw new Error(`--database is sqlite, pg or mysql, not ${database}`)
  return { seconds: Number(values.seconds), seed: Number(values.seed), database, client }
}

export const say = (line: string): void => void process.stdout.write(`${line}\n`)

/** Runs on an empty database of its own, tells the verdict in one line, and sets the exit code. */
export async function command(
  name: string,
  work: (options: Options, env: Record<string, string>) => Promise<Verdict>
): Promise<void> {
  const options = optionsOf()
  const { seed, database } = options
  process.env.DB_CONNECTION = database
  const folder = mkdtempSync(join(tmpdir(), 'chancery-chaos-'))
  say(`On ${database} with --seed ${seed}`)
  try {
    await using own = await EmptyDatabase.make(`chaos_${process.pid}`)
    const files = {
      SQLITE_PATH: join(folder, 'chaos.sqlite3'),
      STORAGE_ROOT: join(folder, 'files'),
    }
    const { done, faults } = await work(options, { ...own.env, ...files })
    say(`${name}: ${done}, ${faults} faults (--database ${database} --seed ${seed})`)
    if (faults > 0) process.exitCode = 1
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
