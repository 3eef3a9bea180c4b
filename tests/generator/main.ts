import { type Outcome, tableOf } from './outcome.js'
import { PlanLife } from './plan_life.js'
import { planCases, type PlanCase } from './plans.js'
import { PASSWORD, ProjectCopy } from './project_copy.js'

/** Names of modules that a plan refers to. */
function targetsOf({ fields }: PlanCase): string[] {
  return [...fields.matchAll(/:(?:belongsTo|manyToMany)\(([a-z-]+)\)/g)].map(([, name]) => name!)
}

/** The plans that are asked for, and those that they refer to; all of them when none is. */
function chosen(names: readonly string[]): PlanCase[] {
  const unknown = names.find((name) => !planCases.some((one) => one.name === name))
  if (unknown) throw new Error(`There is no plan "${unknown}"`)
  if (names.length === 0) return [...planCases]
  const wanted = planCases.filter(({ name }) => names.includes(name))
  const needed = new Set([...names, ...wanted.flatMap(targetsOf)])
  return planCases.filter(({ name }) => needed.has(name))
}

function report({ cells, failures }: Outcome): void {
  process.stdout.write(`${cells.join('  ')}\n`)
  for (const failure of failures) process.stdout.write(`  ${failure}\n`)
}

/** Every plan's whole life; what others refer to ends after them. */
async function main(names: readonly string[]): Promise<void> {
  const cases = chosen(names)
  await using copy = await ProjectCopy.start()
  const lives: PlanLife[] = []
  const kept: PlanLife[] = []
  for (const [index, planCase] of cases.entries()) {
    const life = new PlanLife(planCase, copy)
    lives.push(life)
    await copy.administrator.logIn(PASSWORD)
    await life.live()
    if (cases.slice(index).some((other) => targetsOf(other).includes(planCase.name)))
      kept.push(life)
    else await life.end()
    if (!kept.includes(life)) report(life.outcome)
  }
  await copy.administrator.logIn(PASSWORD)
  for (const life of kept.reverse()) {
    await life.end()
    report(life.outcome)
  }
  summarize(lives.map(({ outcome }) => outcome))
}

/** The last line is worded as those of the test suites. */
function summarize(outcomes: readonly Outcome[]): void {
  const failed = outcomes.filter(({ passed }) => !passed).length
  const passed = outcomes.length - failed
  const counts = [...(failed ? [`${failed} failed`] : []), ...(passed ? [`${passed} passed`] : [])]
  process.stdout.write(`\n${tableOf(outcomes)}\n\n`)
  process.stdout.write(`Tests  ${counts.join(', ')} (${outcomes.length})\n`)
  process.exitCode = failed > 0 ? 1 : 0
}

await main(process.argv.slice(2))
