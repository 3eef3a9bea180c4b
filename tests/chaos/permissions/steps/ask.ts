import type fc from 'fast-check'
import type { History } from '../history.js'
import { makeRequest, type Asker } from '../requests/request.js'
import type { Operation } from '../requests/operations.js'
import { Wrong } from '../../walks/wrong.js'
import { followUp } from './follow_up.js'

export interface Drawn {
  operation: Operation
  /** Who asks; the last is nobody. */
  who: number
  /** What the request says follows from it. */
  seed: number
  /** With a login that has ended, where there is one. */
  isStale: boolean
}

export const NOBODY = 20

/** Somebody asks for something, and then whoever gained or lost by it looks. */
export class Ask implements fc.AsyncCommand<History, History> {
  constructor(private readonly drawn: Drawn) {}

  check(): boolean {
    return true
  }

  async run(history: History): Promise<void> {
    const { operation, seed } = this.drawn
    const request = makeRequest(operation, this.#asker(history), history.world.snapshot, seed)
    const event = await history.ask(request)
    if (history.complaints.length === 0) await followUp(history, event, seed)
    if (history.complaints.length > 0) throw new Wrong(history)
  }

  #asker({ people }: History): Asker {
    const { who, isStale } = this.drawn
    if (who === NOBODY) return { by: null, login: null }
    // The administrator is the last of them, and asks seldom: what they may do is no question.
    const by = people[who === NOBODY - 1 ? people.length - 1 : who % (people.length - 1)]!
    return { by, login: (isStale ? by.ended : by.login) ?? null }
  }

  toString(): string {
    return `${this.drawn.operation.id}(${this.drawn.who}, ${this.drawn.seed})`
  }
}
