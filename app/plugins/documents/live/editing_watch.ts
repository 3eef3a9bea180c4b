import { inject } from '@adonisjs/core'
import { Logger } from '@adonisjs/core/logger'
import { Bus, type Unsubscribe } from '#kernel/state/bus'
import {
  SESSIONS_ENDED,
  USERS_CHANGED,
  type SessionsEnded,
  type UsersChanged,
} from '#plugins/identity/main'
import { ReviewOpenings } from './review_openings.js'
import type { Reviewed } from './reviewed.js'

/**
 * Hears of logins that are ended and of people who are changed, and has their editing sessions reviewed. What is missed
 * is caught up by the work that comes again and again.
 */
@inject()
export class EditingWatch {
  readonly #under = new Set<Promise<void>>()
  #unsubscribes: Unsubscribe[] = []

  constructor(
    private readonly bus: Bus,
    private readonly review: ReviewOpenings,
    private readonly logger: Logger
  ) {}

  async start(): Promise<void> {
    this.#unsubscribes = [
      await this.bus.subscribe(SESSIONS_ENDED, (payload) => {
        const { sessionIds, reason } = payload as SessionsEnded
        if (reason !== 'logout') this.#begin({ sessionIds })
      }),
      await this.bus.subscribe(USERS_CHANGED, (payload) => {
        this.#begin({ userIds: (payload as UsersChanged).userIds })
      }),
    ]
  }

  /** Resolves when what was begun has ended. */
  async stop(): Promise<void> {
    for (const unsubscribe of this.#unsubscribes) await unsubscribe()
    await Promise.all(this.#under)
  }

  /** Whoever has changed somebody does not wait for it. */
  #begin(reviewed: Reviewed): void {
    const work = this.#run(reviewed).finally(() => this.#under.delete(work))
    this.#under.add(work)
  }

  async #run(reviewed: Reviewed): Promise<void> {
    try {
      await this.review.handle(reviewed)
    } catch (error) {
      this.logger.error({ err: error }, 'editing sessions could not be reviewed')
    }
  }
}
