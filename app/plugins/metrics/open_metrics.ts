import { hostname } from 'node:os'
import type { ApplicationService } from '@adonisjs/core/types'
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import { Metrics } from '#kernel/metrics/main'
import { ownVersion } from '#kernel/boot/main'
import { collect } from './collected_metrics.js'
import { MetricsServer, type Address } from './metrics_server.js'
import { RequestMetrics } from './request_metrics.js'

/**
 * Counts requests from now on, and shows all metrics.
 *
 * @throws NodeJS.ErrnoException where nobody can listen there
 */
export async function openMetrics(
  app: ApplicationService,
  address: Address
): Promise<MetricsServer> {
  const { container } = app
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  nameNode(registry, ownVersion(app))
  const requests = new RequestMetrics(registry)
  const emitter = await container.make('emitter')
  emitter.on('http:request_completed', (completed) => requests.note(completed))
  const logger = await container.make('logger')
  collect((await container.make(Metrics)).told(), registry, logger)
  const server = new MetricsServer(registry, logger)
  await server.listen(address)
  return server
}

function nameNode(registry: Registry, version: string): void {
  const info = new Gauge({
    name: 'chancery_info',
    help: 'Always 1: which version runs, and on which machine.',
    labelNames: ['version', 'node'],
    registers: [registry],
  })
  info.set({ version, node: hostname() }, 1)
}
