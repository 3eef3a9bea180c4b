import type fc from 'fast-check'
import type { History } from '../history/history.js'
import type { Step } from './step.js'

type Command = fc.AsyncCommand<History, History>

/** Steps that go together more often than chance would have them; what cannot be done is left out. */
export class Scene implements Command {
  constructor(private readonly steps: readonly Step[]) {}

  check(history: History): boolean {
    return this.steps.some((step) => step.check(history))
  }

  async run(history: History): Promise<void> {
    for (const step of this.steps) if (step.check(history)) await step.run(history)
  }

  toString(): string {
    return `(${this.steps.join(', ')})`
  }
}
