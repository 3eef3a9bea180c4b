/** A step of long work, as it begins and as it ends. */
export interface StepReport {
  step: string
  state: 'started' | 'done' | 'failed'
  /** Since the step began. */
  milliseconds: number
}

export type OnStep = (report: StepReport) => void

/** Tells somebody who waits what is being done. */
export class Steps {
  readonly reports: StepReport[] = []
  readonly #began = performance.now()

  constructor(private readonly tell: OnStep = () => {}) {}

  /** Since the work began. */
  get milliseconds(): number {
    return Math.round(performance.now() - this.#began)
  }

  async run<Result>(step: string, work: () => Promise<Result>): Promise<Result> {
    const began = performance.now()
    const report = (state: StepReport['state']) => {
      const one = { step, state, milliseconds: Math.round(performance.now() - began) }
      if (state !== 'started') this.reports.push(one)
      this.tell(one)
    }
    report('started')
    try {
      const result = await work()
      report('done')
      return result
    } catch (error) {
      report('failed')
      throw error
    }
  }
}
