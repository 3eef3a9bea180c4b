import type { Logger } from '@adonisjs/core/logger'
import { Counter, Gauge, type Registry } from 'prom-client'
import { withTimeout } from '#kernel/errors/main'
import type { Metric, Reading } from '#kernel/metrics/main'

const LONGEST_READ_MS = 3_000

/**
 * Registers what the kernel and the plugins measure, which is read whenever the metrics are. What cannot be read is left out.
 *
 * @throws Error for a name or a label that Prometheus does not allow, and for a name that is taken
 */
export function collect(
  metrics: readonly Metric[],
  registry: Registry,
  logger: Pick<Logger, 'warn'>
): void {
  for (const metric of metrics) register(metric, registry, logger)
}

function register(metric: Metric, registry: Registry, logger: Pick<Logger, 'warn'>): void {
  const { name, help, type, label } = metric
  const Kind = type === 'counter' ? Counter : Gauge
  const shown: Counter | Gauge = new Kind({
    name,
    help,
    labelNames: label === undefined ? [] : [label],
    registers: [registry],
    collect: async () => {
      try {
        show(shown, label, await withTimeout(Promise.resolve(metric.read()), LONGEST_READ_MS))
      } catch (error) {
        shown.reset()
        if (label === undefined) shown.remove()
        logger.warn({ err: error }, `the metric ${name} cannot be read`)
      }
    },
  })
}

function show(shown: Counter | Gauge, label: string | undefined, reading: Reading): void {
  shown.reset()
  if (typeof reading === 'number') return shown.inc(reading)
  for (const [value, number] of Object.entries(reading)) shown.inc({ [label!]: value }, number)
}
