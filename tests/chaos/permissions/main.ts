/**
 * Lets people with different reach create, grant, share, use, take away and delete at random, by every operation of
 * the API description, and judges each answer by an oracle of its own: `npm run walk:permissions`. Takes
 * `--steps 5000` or `--seconds N`, `--seed N`, `--longest 400` for the steps of one history, and `--path` with
 * `--replay-path` of one that was found wrong, to see it again; `--table` tells which operation was answered what. `--database pg`, or `mysql`, takes a server's, where the login
 * of DB_USER and its kin may make one: it is made anew, and dropped in the end.
 */
import { parseArgs } from 'node:util'
import { EmptyDatabase } from '../../tools/empty_database.js'
import { raiseInProcess } from '../documents/walker/stage/in_process.js'

const { values } = parseArgs({
  options: {
    'steps': { type: 'string' },
    'seconds': { type: 'string' },
    'database': { type: 'string', default: process.env.DB_CONNECTION ?? 'sqlite' },
    'seed': { type: 'string' },
    'longest': { type: 'string', default: '400' },
    'path': { type: 'string' },
    'replay-path': { type: 'string' },
    'table': { type: 'boolean', default: false },
  },
})

const EVERY = 5_000
const STEPS = 5_000
/** More than a day takes. */
const UNBOUNDED = 10_000_000
const say = (text: string): void => void process.stdout.write(`${text}\n`)
const seconds = (since: number): number => Math.round((performance.now() - since) / 1000)

process.env.LOG_LEVEL ??= 'fatal'
process.env.DB_CONNECTION = values.database
await using own = await EmptyDatabase.make(`permissions_${process.pid}`)
Object.assign(process.env, own.env)
const { stage: beside, lower } = await raiseInProcess()
const { Stage } = await import('./stage/stage.js')
const { walk } = await import('./walk.js')
const { reportTable } = await import('../../conformance/openapi/fuzz/report_table.js')
const stage = await Stage.raise(beside, `http://127.0.0.1:${process.env.PORT}`)
const { path } = values
const most = values.seconds === undefined ? STEPS : UNBOUNDED
const seed = values.seed === undefined ? Date.now() % 2 ** 31 : Number(values.seed)
const began = performance.now()
let told = 0
say(`Walking on ${values.database} with --seed ${seed}`)

const { found, steps, histories } = await walk(stage, {
  steps: Number(values.steps ?? most),
  seed,
  mostSteps: Number(values.longest),
  path,
  replayPath: values['replay-path'],
  longestMs: values.seconds === undefined ? undefined : Number(values.seconds) * 1_000,
  onEnd: (done) => {
    if (done < told + EVERY) return
    told = done
    say(`${done} steps, ${seconds(began)} s`)
  },
})
if (values.table) say(reportTable(stage))
const uncalled = stage.uncalled.map(({ method, path: at }) => `${method} ${at}`)
say(
  `${stage.statuses.size} operations called; with ids and not called: ${uncalled.join(', ') || 'none'}`
)
if (found) say(`${found}\n\nFound after ${steps} steps`)
else say(`Nothing wrong in ${steps} steps of ${histories} histories, ${seconds(began)} s`)
process.exitCode = found === undefined ? 0 : 1
stage.lower()
await lower()
