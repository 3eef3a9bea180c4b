import type { Logger } from '@adonisjs/core/logger'
import type { RedisLink } from './redis_link.js'

const EVERY_MS = 60_000

/** Looks at Redis whenever it is there again, and every minute. */
export abstract class RedisWatch {
  #timer: NodeJS.Timeout | undefined

  constructor(
    protected readonly link: RedisLink,
    protected readonly logger: Logger
  ) {}

  start(): void {
    this.link.onReady(() => this.look())
    this.#timer = setInterval(() => void this.look(), EVERY_MS).unref()
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  abstract look(): Promise<void>
}
