import { inject } from '@adonisjs/core'
import { Logger } from '@adonisjs/core/logger'
import { Bus, type Unsubscribe } from '#kernel/state/main'
import {
  SESSIONS_ENDED,
  USERS_CHANGED,
  type SessionsEnded,
  type UsersChanged,
} from '#plugins/identity/main'
import { NarrowedRights, type Narrowed } from './narrowed_rights.js'

/** Reviews editing sessions when logins end and people change. What it misses is found by the review of every minute. */
@inject()
export class RightsWatch {
  readonly #running = new Set<Promise<void>>()
  #unsubscribes: Unsubscribe[] = []

  constructor(
    private readonly bus: Bus,
    private readonly rights: NarrowedRights,
    private readonly logger: Logger
  ) {}

  async start(): Promise<void> {
    this.#unsubscribes = [
      await this.bus.subscribe(SESSIONS_ENDED, (payload) => {
        const { sessionIds: loginIds, reason } = payload as SessionsEnded
        if (reason !== 'logout') this.#begin({ loginIds })
      }),
      await this.bus.subscribe(USERS_CHANGED, (payload) => {
        this.#begin({ userIds: (payload as UsersChanged).userIds })
      }),
    ]
  }

  /** Resolves when every review that was begun has ended. */
  async stop(): Promise<void> {
    for (const unsubscribe of this.#unsubscribes) await unsubscribe()
    await Promise.all(this.#running)
  }

  #begin(narrowed: Narrowed): void {
    const work = this.#run(narrowed).finally(() => this.#running.delete(work))
    this.#running.add(work)
  }

  async #run(narrowed: Narrowed): Promise<void> {
    try {
      await this.rights.handle(narrowed)
    } catch (error) {
      this.logger.error({ err: error }, 'editing sessions could not be reviewed')
    }
  }
}
