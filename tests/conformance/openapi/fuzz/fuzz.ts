import type { ApplicationService } from '@adonisjs/core/types'
import { ApiDescription } from '#plugins/api_docs/main'
import { Actors } from './actors.js'
import { FuzzClient } from './client.js'
import { FuzzRun, type FuzzPlan, type FuzzReport } from './fuzz_run.js'
import { reportTable } from './report_table.js'
import { RowCounter } from './row_counts.js'

const SHOWN = 40

/** Runs a plan against the service that is up, and tells what came of it. Answers whether a fault was found. */
export async function fuzz(app: ApplicationService, plan: FuzzPlan): Promise<boolean> {
  const root = new URL(`http://${process.env.HOST}:${process.env.PORT}`)
  const actors = new Actors(app)
  await actors.prepare({ username: 'admin', password: process.env.ADMIN_PASSWORD! })
  const client = new FuzzClient(root, actors)
  const run = new FuzzRun(await app.container.make(ApiDescription), client, new RowCounter())

  const started = performance.now()
  const report = await run.run(plan)
  client.close()
  tell(plan, report, (performance.now() - started) / 1_000)
  return report.findings.length > 0
}

function tell({ seed }: FuzzPlan, report: FuzzReport, seconds: number): void {
  const lines = [
    reportTable(report),
    ...report.findings.slice(0, SHOWN).map(({ index, request, fault }) => {
      return `\n#${index} ${request}\n   ${fault} (replay with --seed ${seed} --only ${index})`
    }),
    '',
    `api fuzz: ${report.sent} requests to ${report.statuses.size} operations in ${seconds.toFixed(0)} s, seed ${seed}: ${report.findings.length} faults`,
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
}
