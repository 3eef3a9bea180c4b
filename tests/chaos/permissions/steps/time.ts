import type fc from 'fast-check'
import { clock } from '#kernel/state/main'
import type { History } from '../history.js'

/** Time passes: shares end, and access tokens. */
export class TimePasses implements fc.AsyncCommand<History, History> {
  constructor(private readonly minutes: number) {}

  check(): boolean {
    return true
  }

  async run(history: History): Promise<void> {
    clock.travel(this.minutes * 60_000)
    history.say(`${this.minutes} minutes pass`)
    history.steps++
  }

  toString(): string {
    return `time(${this.minutes})`
  }
}
