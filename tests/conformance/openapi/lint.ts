import 'reflect-metadata'
import { bootedApplication } from './booted_application.js'
import { lintDescription } from './lint_description.js'

const { app, description } = await bootedApplication()
const problems = await lintDescription(JSON.stringify(description.document()))
for (const { severity, rule, message, at } of problems) {
  process.stdout.write(`${severity} ${rule}: ${message} (${at})\n`)
}
const errors = problems.filter(({ severity }) => severity === 'error').length
process.stdout.write(
  `${description.operations.length} operations, ${errors} errors, ${problems.length - errors} warnings\n`
)
if (errors > 0) process.exitCode = 1
await app.terminate()
