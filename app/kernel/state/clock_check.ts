import type { Database } from '@adonisjs/lucid/database'
import { databaseTime } from '../database/database_time.js'
import type { Clock } from './clock.js'
import { E_CLOCK_DOUBTFUL, SharedStateLost } from './errors.js'
import type { StateStatus } from './state_status.js'

/** Less is no harm to what is kept for hours and days. */
const TOLERATED_MS = 300_000

/**
 * Whether this machine’s clock agrees with those of the database’s server and of Redis. What removes something for good
 * because of its age asks first: one clock that is wrong must not be enough for that. Where there is neither, the
 * machine’s is all there is.
 */
export class ClockCheck {
  constructor(
    private readonly clock: Clock,
    private readonly status: StateStatus,
    private readonly db: Database
  ) {}

  /** @throws E_CLOCK_DOUBTFUL; E_UNAVAILABLE while Redis, by which all nodes keep time, is lost */
  async assertAgreed(): Promise<void> {
    await this.status.settled()
    if (!this.status.connected) throw new SharedStateLost()
    const disagreement = await this.disagreement()
    if (disagreement) throw new E_CLOCK_DOUBTFUL(disagreement)
  }

  /** In one sentence with its remedy; `null` where there is none. */
  async disagreement(): Promise<string | null> {
    const machine = this.clock.machine()
    const others = [
      { whose: 'the database’s', now: await databaseTime(this.db) },
      { whose: 'that of Redis', now: machine + this.clock.offset },
    ]
    for (const { whose, now } of others)
      if (now !== null && Math.abs(machine - now) > TOLERATED_MS)
        return sentenceOf(machine - now, whose)
    return null
  }
}

function sentenceOf(aheadMs: number, whose: string): string {
  const order = aheadMs > 0 ? 'ahead of' : 'behind'
  return `This machine’s clock is ${spanOf(Math.abs(aheadMs))} ${order} ${whose}: set both by a time server; until then nothing is removed because of its age`
}

function spanOf(ms: number): string {
  const minutes = Math.round(ms / 60_000)
  if (minutes < 120) return `${minutes} minutes`
  const hours = Math.round(minutes / 60)
  return hours < 48 ? `${hours} hours` : `${Math.round(hours / 24)} days`
}
