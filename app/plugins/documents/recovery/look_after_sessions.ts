import { inject } from '@adonisjs/core'
import { OwnSessions } from '../editor/own_sessions.js'
import { RecoverLostSaves, type Recovery, type Sweeping } from './recover_lost_saves.js'
import { SilentSessions } from './silent_sessions.js'
import { UnsettledSessions } from './unsettled_sessions.js'

export interface LookedAfter extends Recovery {
  /** Of how many sessions people were told that they ended without a word, or without their work. */
  gone: number
}

/** What the sweep does: neither of its duties keeps the other from being done. */
@inject()
export class LookAfterSessions {
  constructor(
    private readonly own: OwnSessions,
    private readonly recover: RecoverLostSaves,
    private readonly silent: SilentSessions,
    private readonly unsettled: UnsettledSessions
  ) {}

  /** @throws what either of them threw, once both were tried; E_UNAVAILABLE where the sessions are another service's */
  async handle(sweeping: Sweeping = {}): Promise<LookedAfter> {
    if (!this.off) await this.own.assertNotOthers()
    const [recovery] = await Promise.allSettled([this.recover.handle(sweeping)])
    const gone = (await this.silent.handle()) + (await this.unsettled.handle())
    if (recovery.status === 'rejected') throw recovery.reason
    return { ...recovery.value, gone }
  }

  /** `null` when the editor can be used. */
  get off(): string | null {
    return this.recover.off
  }
}
