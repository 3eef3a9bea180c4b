import { faultsOf, tableOf, type Figure } from './harness/figures.js'
import { readOptions, type Options } from './harness/options.js'
import { close } from './harness/stage.js'

type Suite = (options: Options) => Promise<Figure[]>

const suites: Record<string, () => Promise<Suite>> = {
  start: async () => (await import('./start.js')).benchStart,
  identity: async () => (await import('./identity.js')).benchIdentity,
  logins: async () => (await import('./logins.js')).benchLogins,
  access: async () => (await import('./access.js')).benchAccess,
  documents: async () => (await import('./documents.js')).benchDocuments,
  upload: async () => (await import('./upload.js')).benchUpload,
  messaging: async () => (await import('./messaging.js')).benchMessaging,
  exports: async () => (await import('./exports.js')).benchExports,
  scope: async () => (await import('./data_scope.js')).benchDataScope,
  api_docs: async () => (await import('./api_docs.js')).benchApiDocs,
  cost: async () => (await import('./cost.js')).benchCost,
}

const say = (line: string) => process.stderr.write(`${line}\n`)

for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)
  process.once(signal, () => void close().finally(() => process.exit(code)))

process.exitCode = await main(process.argv.slice(2)).catch((error: Error) => {
  say(error.message)
  return 1
})

/** Runs the suites in order; resolves to 1 where a bound is missed or a suite breaks. */
async function main(args: string[]): Promise<number> {
  const options = readOptions(args, Object.keys(suites))
  const [figures, faults]: [Figure[], string[]] = [[], []]
  for (const name of options.suites) {
    say(`${name} …`)
    try {
      const suite = await suites[name]!()
      figures.push(...(await suite(options)))
    } catch (error) {
      faults.push(`${name}: ${(error as Error).stack}`)
    } finally {
      await close()
    }
  }
  faults.push(...figures.flatMap(faultsOf))
  const { rounds, seconds } = options
  process.stdout.write(`${tableOf(figures)}\n\nMedians of ${rounds} rounds of ${seconds} s.\n`)
  for (const fault of faults) process.stdout.write(`NOT KEPT: ${fault}\n`)
  return faults.length > 0 ? 1 : 0
}
