import type { Logger } from '@adonisjs/core/logger'
import { Counter, Gauge, Registry } from 'prom-client'
import type { Health } from '#kernel/health/main'
import type { Metric, Metrics, Reading } from '#kernel/metrics/main'
import { withTimeout, TimeoutError } from '#kernel/errors/main'

/** Somebody waits for all of them. Longer than the health takes to call something lost. */
const LONGEST_READ_MS = 3_000

/** What a label of one metric may grow to. */
const MOST_SERIES = 50

/** What the kernel and the plugins tell, read anew for each who looks. What cannot be read is left out. */
export class ToldMetrics {
  readonly #failing = new Set<string>()
  readonly #reading = new Map<string, Promise<Reading>>()

  constructor(
    private readonly metrics: Pick<Metrics, 'told'>,
    private readonly health: Pick<Health, 'isOutage' | 'lost'>,
    private readonly logger: Logger
  ) {}

  /** In the format of Prometheus. */
  async text(): Promise<string> {
    const registry = new Registry()
    await Promise.all(
      this.metrics.told().map(async (metric) => {
        const reading = await this.#read(metric)
        if (reading !== null) show(registry, metric, reading)
      })
    )
    return registry.metrics()
  }

  async #read(metric: Metric): Promise<Reading | null> {
    try {
      const reading = checked(metric, await withTimeout(this.#once(metric), LONGEST_READ_MS))
      this.#failing.delete(metric.name)
      return reading
    } catch (error) {
      void this.#note(metric, error)
      return null
    }
  }

  /** One that hangs is not asked by more and more. */
  #once(metric: Metric): Promise<Reading> {
    const { name } = metric
    const reading = this.#reading.get(name) ?? read(metric)
    this.#reading.set(name, reading)
    const done = () => void this.#reading.delete(name)
    reading.then(done, done)
    return reading
  }

  /** Once, until it can be read again: what a loss began may fail of it after that. Whoever looks is not kept waiting for it. */
  async #note({ name }: Metric, error: unknown): Promise<void> {
    if (this.#failing.has(name)) return
    this.#failing.add(name)
    if (await this.#isOfLoss(error)) return
    this.logger.warn({ err: error }, `the metric ${name} cannot be read, and is left out`)
  }

  /** What is lost is logged by then, and may keep others waiting. */
  async #isOfLoss(error: unknown): Promise<boolean> {
    if (error instanceof TimeoutError) return (await this.health.lost()).length > 0
    return this.health.isOutage(error)
  }
}

async function read(metric: Metric): Promise<Reading> {
  return metric.read()
}

/** @throws Error for what is no such number, and for more series than a metric may have */
function checked({ type, label }: Metric, reading: Reading): Reading {
  const isOne = typeof reading === 'number'
  if (isOne !== (label === undefined))
    throw new Error('it has a label and one number, or several and no label')
  const numbers = isOne ? [reading] : Object.values(reading)
  if (!numbers.every((number) => Number.isFinite(number) && (type === 'gauge' || number >= 0)))
    throw new Error('it is no number, or a counter below 0')
  if (numbers.length > MOST_SERIES)
    throw new Error(`its label has ${numbers.length} values, and may have ${MOST_SERIES}`)
  return reading
}

function show(registry: Registry, { name, help, type, label }: Metric, reading: Reading): void {
  const labelNames = label === undefined ? [] : [label]
  const Kind = type === 'counter' ? Counter : Gauge
  const shown = new Kind({ name, help, labelNames, registers: [registry] })
  if (typeof reading === 'number') return shown.inc(reading)
  for (const [value, number] of Object.entries(reading)) shown.inc({ [label!]: value }, number)
}
