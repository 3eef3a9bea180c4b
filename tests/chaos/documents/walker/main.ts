/**
 * Walks documents at random through what people, the service and the document server do with them, and judges each
 * history by three sentences (see oracle.ts): `npm run walk:documents`. Takes `--histories 300` or `--seconds N`,
 * `--seed N`, `--no-shrink` to print the first broken sentence as it was found, and `--path` with `--replay-path` to
 * repeat one. `--database pg`, or `mysql`, makes a database on the server that DB_USER and its kin name, and drops it.
 */
import { parseArgs } from 'node:util'
import { EmptyDatabase } from '../../../tools/empty_database.js'
import { serverSettings } from '../../../tools/server_settings.js'
import { raiseInProcess } from './stage/in_process.js'

const { values } = parseArgs({
  allowNegative: true,
  options: {
    'histories': { type: 'string' },
    'seconds': { type: 'string' },
    'database': { type: 'string', default: process.env.DB_CONNECTION ?? 'sqlite' },
    'seed': { type: 'string', default: String(Date.now() % 2 ** 31) },
    'shrink': { type: 'boolean', default: true },
    'path': { type: 'string' },
    'replay-path': { type: 'string' },
  },
})

const EVERY = 100
const HISTORIES = 300
const say = (text: string): void => void process.stdout.write(`${text}\n`)

process.env.LOG_LEVEL ??= 'fatal'
Object.assign(process.env, serverSettings(values.database))
await using own = await EmptyDatabase.make(`walk_${process.pid}`)
Object.assign(process.env, own.env)
const { stage, lower } = await raiseInProcess()
const { walk } = await import('./walk.js')
const { path, seconds, histories } = values
const most = seconds === undefined ? HISTORIES : Number.MAX_SAFE_INTEGER
say(`Walking on ${values.database} with --seed ${values.seed}`)

const { found, count } = await walk(stage, {
  histories: path === undefined ? Number(histories ?? most) : 1,
  seed: Number(values.seed),
  ...{ path, replayPath: values['replay-path'], shrinks: values.shrink },
  longestMs: seconds === undefined ? undefined : Number(seconds) * 1_000,
  onEnd: (ended) => {
    if (ended % EVERY === 0) say(`${ended} histories`)
  },
})
say(found ?? `${count} histories, 0 broken sentences`)
process.exitCode = found === undefined ? 0 : 1
await lower()
