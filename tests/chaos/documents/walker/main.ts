/**
 * Walks documents at random through everything that people, the service and the document server do with them, and
 * judges each history by the oracle: `npm run walk:documents`. Takes `--histories 300` or `--seconds N`, `--seed N`,
 * `--steps 50` for the longest history, `--kills` for a service in a process of its own that is killed on the way, `--losses` for a
 * document server that loses its storage, and `--path` with `--replay-path` of one that was found wrong, to see it
 * again; `--known` takes a pattern of what is wrong and known already. `--database pg`, or `mysql`, takes a server's, where the login of DB_USER and its kin may make
 * one: it is made anew, and dropped in the end.
 */
import { parseArgs } from 'node:util'
import { EmptyDatabase } from '../../../tools/empty_database.js'
import { raiseInOwnProcess } from './stage/own_process.js'
import { raiseInProcess } from './stage/in_process.js'

const { values } = parseArgs({
  options: {
    'histories': { type: 'string' },
    'seconds': { type: 'string' },
    'database': { type: 'string', default: process.env.DB_CONNECTION ?? 'sqlite' },
    'seed': { type: 'string' },
    'steps': { type: 'string', default: '50' },
    'kills': { type: 'boolean', default: false },
    'losses': { type: 'boolean', default: false },
    'path': { type: 'string' },
    'replay-path': { type: 'string' },
    'known': { type: 'string' },
  },
})

const EVERY = 100
const HISTORIES = 300
const say = (text: string): void => void process.stdout.write(`${text}\n`)
const seconds = (since: number): number => Math.round((performance.now() - since) / 1000)

process.env.LOG_LEVEL ??= 'fatal'
process.env.DB_CONNECTION = values.database
await using own = await EmptyDatabase.make(`walk_${process.pid}`)
Object.assign(process.env, own.env)
const { stage, lower } = await (values.kills ? raiseInOwnProcess() : raiseInProcess())
const { walk } = await import('./walk.js')
const { path, known } = values
const most = values.seconds === undefined ? HISTORIES : Number.MAX_SAFE_INTEGER
const histories = path === undefined ? Number(values.histories ?? most) : 1
const seed = values.seed === undefined ? Date.now() % 2 ** 31 : Number(values.seed)
const began = performance.now()
say(`Walking on ${values.database} with --seed ${seed}`)

const { found, count, steps } = await walk(stage, {
  histories,
  seed,
  mostSteps: Number(values.steps),
  path,
  replayPath: values['replay-path'],
  losses: values.losses,
  known: known === undefined ? undefined : new RegExp(known),
  longestMs: values.seconds === undefined ? undefined : Number(values.seconds) * 1_000,
  onEnd: (ended) => {
    if (ended % EVERY === 0) say(`${ended} histories, ${seconds(began)} s`)
  },
})
say(found ?? `Nothing wrong in ${count} histories of ${steps} steps, ${seconds(began)} s`)
process.exitCode = found === undefined ? 0 : 1
await lower()
