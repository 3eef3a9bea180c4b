import { Logger } from '@adonisjs/core/logger'
import app from '@adonisjs/core/services/app'

type Cleanup = (work: () => void) => void

/** What is logged as a warning or worse until the teardown, by whatever is made from now on. */
export function loggedWarnings(cleanup: Cleanup): Record<string, unknown>[] {
  const lines: Record<string, unknown>[] = []
  const write = (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>)
  const logger = new Logger({ enabled: true, level: 'warn', destination: { write } })
  app.container.swap(Logger, () => logger)
  cleanup(() => app.container.restore(Logger))
  return lines
}
