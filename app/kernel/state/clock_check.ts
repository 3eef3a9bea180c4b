import type { Database } from '@adonisjs/lucid/database'
import { databaseTime } from '#kernel/database/main'
import { TOLERATED_MS, type Clock } from './clock.js'
import { E_CLOCK_DOUBTFUL, SharedStateLost } from './errors.js'
import type { StateStatus } from './state_status.js'

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

  /** Whether Redis is alone with its time, and not followed; as of the last time that it was measured. */
  get distrustsRedis(): boolean {
    return this.clock.distrusted !== null
  }

  /** In one sentence with its remedy; `null` where there is none. */
  async disagreement(): Promise<string | null> {
    const { distrusted, offset } = this.clock
    if (distrusted !== null)
      return sentenceOf(
        'The clock of Redis',
        distrusted,
        'this machine’s and the database’s, and not followed'
      )
    const database = await databaseTime(this.db)
    const ofDatabase = database === null ? 0 : database - this.clock.machine()
    const [isOff, isOffRedis] = [isMuch(ofDatabase), isMuch(offset)]
    if (isOff && !isOffRedis && this.status.shared)
      return sentenceOf('The database’s clock', ofDatabase, 'this machine’s and that of Redis')
    if (isOff) return sentenceOf(THIS, -ofDatabase, 'the database’s')
    return isOffRedis ? sentenceOf(THIS, -offset, 'that of Redis') : null
  }
}

const THIS = 'This machine’s clock'
const isMuch = (ms: number): boolean => Math.abs(ms) > TOLERATED_MS

function sentenceOf(whose: string, aheadMs: number, others: string): string {
  const order = aheadMs > 0 ? 'ahead of' : 'behind'
  return `${whose} is ${spanOf(Math.abs(aheadMs))} ${order} ${others}: set ${whose === THIS ? 'both' : 'it'} by a time server; until then nothing is removed because of its age`
}

function spanOf(ms: number): string {
  const minutes = Math.round(ms / 60_000)
  if (minutes < 120) return `${minutes} minutes`
  const hours = Math.round(minutes / 60)
  return hours < 48 ? `${hours} hours` : `${Math.round(hours / 24)} days`
}
