import app from '@adonisjs/core/services/app'
import db from '@adonisjs/lucid/services/db'
import { StateStatus } from '../state/state_status.js'

const LONGEST_CHECK_MS = 2_000

/** Whether requests can be served: the database answers, what nodes share is reached, and nobody asked to stop. */
export class Health {
  #stopping = false

  /** From now on the readiness probe says DOWN, so that a balancer sends nothing new. */
  stop(): void {
    this.#stopping = true
  }

  async isUp(): Promise<boolean> {
    if (this.#stopping) return false
    const state = await app.container.make(StateStatus)
    if (state.shared && !state.connected) return false
    return this.#databaseAnswers()
  }

  async #databaseAnswers(): Promise<boolean> {
    let timer: NodeJS.Timeout | undefined
    const tooLate = new Promise<false>((resolve) => {
      timer = setTimeout(() => resolve(false), LONGEST_CHECK_MS)
    })
    try {
      return await Promise.race([db.rawQuery('select 1').then(() => true), tooLate])
    } catch {
      return false
    } finally {
      clearTimeout(timer)
    }
  }
}
