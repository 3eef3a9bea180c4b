import type { ApplicationService } from '@adonisjs/core/types'
import type { ApiDescription } from '#plugins/api_docs/main'
import { prepareEnvironment } from '../../environment.js'

/** The application with its routes drawn, serving nothing, and its description. */
export async function bootedApplication(): Promise<{
  app: ApplicationService
  description: ApiDescription
}> {
  await prepareEnvironment()
  const { ignite } = await import('../../../bin/app.js')
  const app = ignite().createApp('console')
  await app.init()
  await app.boot()
  await app.start(() => {})
  ;(await app.container.make('router')).commit()
  const { ApiDescription: token } = await import('#plugins/api_docs/main')
  return { app, description: await app.container.make(token) }
}
