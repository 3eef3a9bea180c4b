/** One number, or several by the values of a label. */
export type Reading = number | Readonly<Record<string, number>>

export interface Metric {
  /** With its plugin and its unit, such as `chancery_files_incoming`; that of a counter ends in `_total`. */
  name: string
  /** One sentence. */
  help: string
  /** A counter only grows, for as long as the process lives. */
  type: 'counter' | 'gauge'
  /** Name of the label, where there are several numbers. Labels have few values, and none comes from a client. */
  label?: string
  /** Called when the metrics are read, never by other requests: count in a plain number where it happens. */
  read(): Reading | Promise<Reading>
}

const NAME = /^[a-z][a-z0-9_]*$/

/**
 * Extension point: the metrics of this process. A plugin adds its own when it boots; they are read only when the metrics
 * are.
 */
export class Metrics {
  readonly #told = new Map<string, Metric>()

  /** @throws Error for a name that is taken, and for what is no name or no label */
  tell(metric: Metric): void {
    const { name, type, label = 'none' } = metric
    if (!NAME.test(label)) throw new Error(`"${label}" is no label: small letters`)
    if (!NAME.test(name) || (type === 'counter') !== name.endsWith('_total'))
      throw new Error(`"${name}" is no name of a ${type}: small letters, and _total for a counter`)
    if (this.#told.has(name)) throw new Error(`The metric ${name} is told twice`)
    this.#told.set(name, metric)
  }

  told(): readonly Metric[] {
    return [...this.#told.values()]
  }
}
