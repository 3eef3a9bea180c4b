import type { ApplicationService } from '@adonisjs/core/types'

/**
 * Something that must be read once, such as a first password. At a terminal it is shown at once, for it may not come
 * again; a service in production says it as a line of its log, whatever `LOG_LEVEL`.
 *
 * @param about members of that line
 */
export async function announce(app: ApplicationService, text: string, about: object = {}) {
  if (!isLogged(app)) return void process.stdout.write(`${text}\n`)
  const logger = await app.container.make('logger')
  logger.child({}, { level: 'info' }).info(about, text)
}

/** What becomes of the service, for who has nothing but its log in production. */
export async function noteStep(app: ApplicationService, text: string, about: object) {
  if (!isLogged(app)) return
  const logger = await app.container.make('logger')
  logger.info(about, text)
}

function isLogged(app: ApplicationService): boolean {
  return app.inProduction && app.getEnvironment() === 'web' && app.container.hasBinding('logger')
}
