import type { Clock } from '../clock.js'
import type { RedisLink } from './redis_link.js'

const EVERY_MS = 60_000
const SAMPLES = 3

/** Keeps this node's clock by the one of Redis: measured when connected and every minute. */
export class SharedClock {
  #timer: NodeJS.Timeout | null = null

  constructor(
    private readonly link: RedisLink,
    private readonly clock: Clock
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
    if (Math.abs(best.offset - this.clock.offset) > best.trip / 2 + 1)
      this.clock.correct(best.offset)
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
