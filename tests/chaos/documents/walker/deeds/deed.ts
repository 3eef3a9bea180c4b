import type fc from 'fast-check'
import { clock } from '#kernel/state/main'
import { Wrong } from '../../../walks/wrong.js'
import type { History } from '../history.js'
import { judgeStep } from '../oracle.js'

/** Something that people, the service or the document server do. */
export interface Deed {
  readonly name: string
  can(history: History): boolean
  act(history: History): Promise<void>
}

export type Pick = number

/** One of them, however many there are. */
export const picked = <T>(from: readonly T[], pick: Pick): T | undefined =>
  from[pick % Math.max(1, from.length)]

type Command = fc.AsyncCommand<History, History>

/** A deed, or several at the same time. */
export class Step implements Command {
  readonly #deeds: readonly Deed[]

  constructor(...deeds: Deed[]) {
    this.#deeds = deeds
  }

  check(history: History): boolean {
    return this.#deeds.every((deed) => deed.can(history))
  }

  async run(history: History): Promise<void> {
    clock.travel(1_000)
    if (this.#deeds.length > 1) history.say('at the same time:')
    await Promise.all(this.#deeds.map((deed) => deed.act(history)))
    await history.stage.settled()
    history.stage.courier.hold = 'nowhere'
    await history.settle()
    judgeStep(history)
    if (history.complaints.length > 0) throw new Wrong(history)
  }

  toString(): string {
    return this.#deeds.map(({ name }) => name).join(' + ')
  }
}

/** Steps that follow each other more often than chance would have it; what cannot be done is left out. */
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
