import type { Registry } from 'prom-client'
import type { ToldMetrics } from './told_metrics.js'

/** All metrics in the text format of Prometheus. Who asks at the same time gets the same answer. */
export class MetricsText {
  readonly type: string
  #writing: Promise<string> | null = null

  constructor(
    private readonly registry: Registry,
    private readonly told: ToldMetrics
  ) {
    this.type = registry.contentType
  }

  write(): Promise<string> {
    this.#writing ??= this.#write().finally(() => (this.#writing = null))
    return this.#writing
  }

  async #write(): Promise<string> {
    const [own, told] = await Promise.all([this.registry.metrics(), this.told.text()])
    return own + told
  }
}
