import { withTimeout } from '#kernel/errors/main'
import { TOLERATED_MS, type Clock } from '../clock.js'
import type { RedisLink } from './redis_link.js'

const EVERY_MS = 60_000
const SAMPLES = 3
const LONGEST_ANSWER_MS = 2_000

/**
 * Keeps this node's clock by the one of Redis: measured when connected and every minute. Where that is far off and the
 * database's server agrees with this machine, it is Redis that is wrong, and it is not followed; where nobody else can be asked
 * just now, nothing is changed until it can.
 */
export class SharedClock {
  #timer: NodeJS.Timeout | null = null

  constructor(
    private readonly link: RedisLink,
    private readonly clock: Clock,
    /** milliseconds since the epoch; `null` where there is no third clock */
    private readonly databaseTime: () => Promise<number | null>
  ) {}

  start(): void {
    this.link.onReady(() => this.measure())
    this.#timer = setInterval(() => void this.measure(), EVERY_MS).unref()
  }

  stop(): void {
    if (this.#timer) clearInterval(this.#timer)
    this.#timer = null
  }

  /** Takes the quickest of a few round trips, and changes nothing that its own uncertainty explains. */
  async measure(): Promise<void> {
    let best = { offset: 0, trip: Number.POSITIVE_INFINITY }
    for (let sample = 0; sample < SAMPLES; sample++) {
      const taken = await this.#sample()
      if (!taken) return
      if (taken.trip < best.trip) best = taken
    }
    const isFar = Math.abs(best.offset) > TOLERATED_MS
    if (isFar && !(await this.#isFollowed(best.offset))) return
    const isNew = Math.abs(best.offset - this.clock.offset) > best.trip / 2 + 1
    if (isNew || this.clock.distrusted !== null) this.clock.correct(best.offset)
  }

  async #isFollowed(offset: number): Promise<boolean> {
    const database = await this.#askDatabase()
    if (database === undefined) return false
    const isRedisAlone =
      database !== null && Math.abs(database - this.clock.machine()) <= TOLERATED_MS
    if (isRedisAlone) this.clock.distrust(offset)
    return !isRedisAlone
  }

  /** `undefined` where it does not answer: whoever waits for Redis waits for this as well. */
  async #askDatabase(): Promise<number | null | undefined> {
    return withTimeout(this.databaseTime(), LONGEST_ANSWER_MS).catch(() => undefined)
  }

  async #sample() {
    if (!this.link.ready) return null
    const began = Date.now()
    const start = performance.now()
    const time = await this.link.ask((redis) => redis.time()).catch(() => null)
    if (!time) return null

    const trip = performance.now() - start
    const shared = Number(time[0]) * 1000 + Number(time[1]) / 1000
    return { offset: shared - (began + trip / 2), trip }
  }
}
