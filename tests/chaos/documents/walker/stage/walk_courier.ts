import type { Errand, Fate } from '../../../../fakes/document_server/courier.js'
import { HeldCourier, type Stage } from '../../../../fakes/document_server/held_courier.js'

/** Where a save that begins now is kept back. `lost`: its first try comes to nothing, and the next one waits. */
export type Hold = 'nowhere' | 'lost' | Stage

const SAVES = [2, 3, 6, 7]

/** Leaves to the walk when saves go. Retries always wait for it, unless the walk is over. */
export class WalkCourier extends HeldCourier {
  hold: Hold = 'nowhere'
  /** The host does not hear who comes and who leaves. */
  isMute = false
  /** Retries, too, are kept on their way while this is so. */
  keepsNext = false
  /** Everything goes at once and arrives. */
  isOver = false

  constructor() {
    super()
    this.holds = (errand, stage) => !this.isOver && this.#isKept(errand, stage)
    this.fate = (errand) => this.#fateOf(errand)
  }

  reset(): void {
    this.held.length = 0
    Object.assign(this, { hold: 'nowhere', isMute: false, keepsNext: false, isOver: false })
  }

  #isKept({ status, attempt }: Errand, stage: Stage): boolean {
    if (!SAVES.includes(status)) return false

    if (this.keepsNext && stage === 'way') return true

    return attempt > 1 ? stage === 'turn' : stage === this.hold
  }

  #fateOf({ status, attempt }: Errand): Fate {
    if (this.hold === 'lost' && attempt === 1 && SAVES.includes(status)) return 'request_lost'
    return this.isMute && !SAVES.includes(status) ? 'request_lost' : 'delivered'
  }
}
