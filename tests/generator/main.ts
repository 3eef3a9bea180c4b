/**
 * Makes, uses, changes and undoes modules in a copy of the project until the time is over, by turns of the named plans
 * and of plans drawn at random: `npm run generator:plans -- --seconds 600`. Takes `--seed N`, `--database pg` or
 * `mysql` (a new database on the server that DB_HOST and its kin name, dropped in the end), names of plans to live
 * those alone, and `--kills` to kill the service in the middle of writing instead. At least one plan lives to its
 * end. The last line tells how many there were, and how many faults; with any of these the exit code is 1.
 */
import { parseArgs } from 'node:util'
import { EmptyDatabase } from '../tools/empty_database.js'
import { killWhileWriting } from './kills/kills.js'
import { type Outcome, tableOf } from './outcome.js'
import { PlanLife } from './plan_life.js'
import { planCases, type PlanCase } from './plans.js'
import { PASSWORD, ProjectCopy } from './project_copy.js'
import { randomOf, type Random } from './random.js'
import { randomPlan } from './random_plan.js'

const USERS: Readonly<Record<string, string>> = { pg: 'postgres', mysql: 'root' }

const { values, positionals: names } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: 'string', default: '600' },
    seed: { type: 'string' },
    database: { type: 'string', default: process.env.DB_CONNECTION ?? 'sqlite' },
    kills: { type: 'boolean', default: false },
  },
})

const say = (text: string): void => void process.stdout.write(`${text}\n`)
const deadline = performance.now() + Number(values.seconds) * 1_000
const isOver = (): boolean => performance.now() >= deadline

/** A plan, after those that it refers to, directly or not. */
function withTargets(plan: PlanCase): PlanCase[] {
  const targets = [...plan.fields.matchAll(/:(?:belongsTo|manyToMany)\(([a-z-]+)\)/g)]
  return [...targets.map(([, name]) => named(name!)), plan]
}

function named(name: string): PlanCase {
  const found = planCases.find((one) => one.name === name)
  if (!found) throw new Error(`There is no plan "${name}"`)
  return found
}

/** One turn: all are made in order, and taken back the other way round. */
async function live(cases: readonly PlanCase[], copy: ProjectCopy): Promise<Outcome[]> {
  const lives = cases.map((one) => new PlanLife(one, copy))
  for (const life of lives) {
    await copy.administrator.logIn(PASSWORD)
    await life.live()
  }
  for (const life of [...lives].reverse()) await life.end()
  const outcomes = lives.map(({ outcome }) => outcome)
  for (const { cells, failures } of outcomes) {
    say(cells.join('  '))
    for (const failure of failures) say(`  ${failure}`)
  }
  return outcomes
}

function* turns(random: Random): Generator<PlanCase> {
  if (names.length > 0) return yield* names.map(named)
  const left: PlanCase[] = []
  do {
    if (left.length === 0) left.push(...random.shuffled(planCases))
    yield left.pop()!
    if (isOver()) return
    yield randomPlan(random)
  } while (!isOver())
}

async function livePlans(random: Random): Promise<number> {
  await using copy = await ProjectCopy.start()
  const outcomes: Outcome[] = []
  for (const plan of turns(random)) outcomes.push(...(await live(withTargets(plan), copy)))
  const faults = outcomes.filter(({ passed }) => !passed).length
  say(`\n${tableOf(outcomes)}\n`)
  say(`generator: ${outcomes.length} plans, ${faults} faults`)
  return faults
}

async function kill(random: Random): Promise<number> {
  const { kills, torn, faults } = await killWhileWriting(random, isOver)
  for (const fault of faults) say(fault)
  say(`generator: ${kills} kills, ${torn} in the middle of writing, ${faults.length} faults`)
  return faults.length
}

process.env.DB_CONNECTION = values.database
if (values.database in USERS) process.env.DB_USER ??= USERS[values.database]
await using own = await EmptyDatabase.make(`generator_${process.pid}`)
Object.assign(process.env, own.env)
const seed = values.seed === undefined ? Date.now() % 2 ** 31 : Number(values.seed)
say(`On ${values.database} with --seed ${seed}`)
const found = await (values.kills ? kill : livePlans)(randomOf(seed))
process.exitCode = found > 0 ? 1 : 0
