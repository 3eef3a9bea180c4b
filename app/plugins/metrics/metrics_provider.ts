import type { ApplicationService } from '@adonisjs/core/types'
import type { MetricsConfig } from './metrics_config.js'
import type { MetricsServer } from './metrics_server.js'

export default class MetricsProvider {
  #server: MetricsServer | undefined

  constructor(protected app: ApplicationService) {}

  /** By now all plugins have said what they tell. */
  async start() {
    const { port, host } = this.app.config.get<MetricsConfig>('metrics')
    if (port === null || this.app.getEnvironment() !== 'web') return
    const { openMetrics } = await import('./open_metrics.js')
    this.#server = await openMetrics(this.app, { port, host })
  }

  async shutdown() {
    await this.#server?.close()
  }
}
