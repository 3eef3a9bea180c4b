import type { Step } from './client.js'

/** The steps of a plan's life, as columns of the table. */
export const PARTS = ['generated', 'verified', 'exercised', 'regenerated', 'undone'] as const

export type Part = (typeof PARTS)[number]

/** How a plan fared. */
export class Outcome {
  readonly failures: string[] = []
  fields = 0
  readonly #done = new Set<Part>()
  #seconds = 0
  #applySeconds: number | null = null

  constructor(readonly name: string) {}

  /** Runs a part, and notes how it went and how long it took. */
  async part(part: Part, work: () => Promise<void>): Promise<boolean> {
    const began = performance.now()
    try {
      await work()
      this.#done.add(part)
    } catch (error) {
      this.failures.push(`${part}: ${(error as Error).message}`)
    }
    this.#seconds += (performance.now() - began) / 1000
    return this.#done.has(part)
  }

  /** Notes what applying took from request to answer, and that it was verified. */
  applied(steps: readonly Step[], milliseconds: number): void {
    const done = (name: string) =>
      steps.some(({ step, state }) => step === name && state === 'done')
    if (done('types') && done('migrations and tests')) this.#done.add('verified')
    this.#applySeconds = milliseconds / 1000
  }

  get passed(): boolean {
    return PARTS.every((part) => this.#done.has(part))
  }

  get cells(): string[] {
    return [
      this.name,
      String(this.fields),
      ...PARTS.map((part) => (this.#done.has(part) ? 'yes' : 'NO')),
      this.#applySeconds?.toFixed(1) ?? '-',
      this.#seconds.toFixed(1),
    ]
  }
}

export function tableOf(outcomes: readonly Outcome[]): string {
  const head = ['module', 'fields', ...PARTS, 'seconds to apply', 'seconds altogether']
  const rows = [head, head.map(() => '---'), ...outcomes.map(({ cells }) => cells)]
  return rows.map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}
