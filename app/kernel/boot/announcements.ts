import type { ApplicationService } from '@adonisjs/core/types'

/**
 * Shows something that must be read once, such as a first password: on the standard output, and in production as a line of
 * the log at any `LOG_LEVEL`.
 *
 * @param details members of that line
 */
export async function announce(app: ApplicationService, text: string, details: object = {}) {
  if (!app.inProduction || app.getEnvironment() !== 'web')
    return void process.stdout.write(`${text}\n`)
  const logger = await app.container.make('logger')
  logger.child({}, { level: 'info' }).info(details, text)
}
