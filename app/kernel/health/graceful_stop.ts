import type { ApplicationService } from '@adonisjs/core/types'
import { Health } from './health.js'
import { ConnectionDraining } from './connection_draining.js'

export interface StopTimes {
  /** How long the service still takes requests while its readiness says DOWN, so that a balancer can turn away. */
  drainSeconds: number
  /** After this a request that hangs no longer keeps the process alive. */
  limitSeconds: number
}

/**
 * Before anything is closed: readiness turns DOWN, answers end their connections, and balancers get time to notice. What
 * runs on after the limit is cut off with exit code 1.
 *
 * To be called when the service is ready, since what is registered last runs first.
 */
export async function stopGracefully(app: ApplicationService, times: StopTimes): Promise<void> {
  const health = await app.container.make(Health)
  const server = (await app.container.make('server')).getNodeServer()!
  const logger = await app.container.make('logger')

  app.terminating(async () => {
    health.stop()
    setTimeout(() => {
      logger.error('what was still running at the stop limit was cut off')
      process.exit(1)
    }, times.limitSeconds * 1000).unref()
    await new ConnectionDraining(server).after(times.drainSeconds * 1000)
  })
}
