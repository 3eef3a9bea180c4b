import {
  HeldCourier,
  type Errand,
  type Fate,
  type Stage,
} from '../../../../fakes/document_server/courier.js'

/** Where a save that begins now is held. `lost`: its first request is lost, and the retry is held. */
export type Hold = 'nowhere' | 'lost' | Stage

const SAVES = [2, 3, 6, 7]

/** Lets the walk decide when saves are sent. Retries are always held, unless the service is down. */
export class WalkCourier extends HeldCourier {
  hold: Hold = 'nowhere'
  /** Every request is lost, and the retries follow each other. */
  isDown = false
  /** Nothing is held, and everything arrives. */
  isOver = false

  constructor() {
    super()
    this.holds = (errand, stage) => !this.isOver && !this.isDown && this.#isHeld(errand, stage)
    this.fate = (errand) => this.#fateOf(errand)
  }

  reset(): void {
    this.held.length = 0
    Object.assign(this, { hold: 'nowhere', isDown: false, isOver: false })
  }

  async releaseAll(fate?: Fate): Promise<void> {
    for (const errand of [...this.held]) errand.release(fate)
  }

  #isHeld({ status, attempt }: Errand, stage: Stage): boolean {
    if (!SAVES.includes(status)) return false
    return attempt > 1 ? stage === 'turn' : stage === this.hold
  }

  #fateOf({ status, attempt }: Errand): Fate {
    if (this.isDown) return 'request_lost'
    const isLost = this.hold === 'lost' && attempt === 1 && SAVES.includes(status)
    return isLost ? 'request_lost' : 'delivered'
  }
}
