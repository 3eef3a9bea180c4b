import { inject } from '@adonisjs/core'
import { RecoverLostSaves, type Recovery, type Sweeping } from './recover_lost_saves.js'
import { SilentSessions } from './silent_sessions.js'

export interface LookedAfter extends Recovery {
  /** Of how many sessions people were told that they ended without a word. */
  gone: number
}

/** What the sweep does: neither of its duties keeps the other from being done. */
@inject()
export class LookAfterSessions {
  constructor(
    private readonly recover: RecoverLostSaves,
    private readonly silent: SilentSessions
  ) {}

  /** @throws what either of them threw, once both were tried */
  async handle(sweeping: Sweeping = {}): Promise<LookedAfter> {
    const [recovery] = await Promise.allSettled([this.recover.handle(sweeping)])
    const gone = await this.silent.handle()
    if (recovery.status === 'rejected') throw recovery.reason
    return { ...recovery.value, gone }
  }

  /** `null` when the editor can be used. */
  get off(): string | null {
    return this.recover.off
  }
}
