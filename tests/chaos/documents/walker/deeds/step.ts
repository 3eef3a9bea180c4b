import type fc from 'fast-check'
import type { History } from '../history/history.js'
import { judgeStep } from '../oracle/oracle.js'
import { Wrong } from '../../../walks/wrong.js'
import type { Deed } from './deed.js'

/** A deed, or several at the same time, until all is still again. */
export class Step implements fc.AsyncCommand<History, History> {
  readonly #deeds: readonly Deed[]

  constructor(...deeds: Deed[]) {
    this.#deeds = deeds
  }

  check(history: History): boolean {
    return this.#deeds.every((deed) => deed.can(history))
  }

  async run(history: History): Promise<void> {
    const { courier } = history.stage
    history.stage.pass(1_000)
    history.steps++
    if (this.#deeds.length > 1) history.say('at the same time:')
    history.isCrowded = this.#deeds.length > 1 || this.#deeds.some(({ isCrowd }) => isCrowd)
    history.isTroubled = history.broken.size > 0
    await Promise.all(this.#deeds.map((deed) => deed.act(history)))
    await history.stage.settled()
    Object.assign(courier, { hold: 'nowhere', isMute: false, keepsNext: false })
    await history.settle()
    history.isTroubled ||= history.broken.size > 0
    judgeStep(history)
    if (history.complaints.length > 0) throw new Wrong(history)
  }

  toString(): string {
    return this.#deeds.map(({ name }) => name).join(' + ')
  }
}
