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

/** Extension point: the metrics of this process. A plugin adds its own when it boots; their names are unique. */
export class Metrics {
  readonly #told: Metric[] = []

  tell(metric: Metric): void {
    this.#told.push(metric)
  }

  told(): readonly Metric[] {
    return this.#told
  }
}
