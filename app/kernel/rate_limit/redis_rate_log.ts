import type { RedisLink, ScriptedClient } from '#kernel/state/main'
import type { MemoryRateLog } from './memory_rate_log.js'
import { RateLog, type TakeOptions } from './rate_log.js'
import type { Reading, WindowRule } from './sliding_window.js'

/** One count over all nodes; while Redis is lost, this process's own. */
export class RedisRateLog extends RateLog {
  constructor(
    private readonly link: RedisLink,
    private readonly alone: MemoryRateLog
  ) {
    super()
  }

  take(key: string, rule: WindowRule, options: TakeOptions): Promise<Reading> {
    const { amount, force = false, blockMs = 0 } = options
    return this.#askOr(
      (redis) => this.#run(redis, key, rule, [amount, force ? 1 : 0, Math.ceil(blockMs)]),
      () => this.alone.take(key, rule, options)
    )
  }

  peek(key: string, rule: WindowRule): Promise<Reading | null> {
    return this.#askOr(
      async (redis) => {
        const reading = await this.#run(redis, key, rule, [0, 0, 0])
        return reading.used === 0 && reading.waitMs === 0 ? null : reading
      },
      () => this.alone.peek(key, rule)
    )
  }

  giveBack(key: string, amount: number): Promise<void> {
    return this.#askOr(
      async (redis) => void (await redis.rpop(this.#key(key), amount)),
      () => this.alone.giveBack(key, amount)
    )
  }

  fill(key: string, rule: WindowRule, used: number, lastMs: number): Promise<void> {
    const numbers = [rule.windowMs, used, lastMs].map(Math.ceil) as [number, number, number]
    const [windowMs, count, last] = numbers
    return this.#askOr(
      async (redis) =>
        void (await redis.chanceryFill(1, this.#key(key), windowMs * 1000, count, last * 1000)),
      () => this.alone.fill(key, rule, used, lastMs)
    )
  }

  block(key: string, ms: number): Promise<void> {
    return this.#askOr(
      async (redis) => void (await redis.set(this.#blockKey(key), '1', 'PX', Math.ceil(ms))),
      () => this.alone.block(key, ms)
    )
  }

  delete(key: string): Promise<boolean> {
    return this.#askOr(
      async (redis) => (await redis.del(this.#key(key), this.#blockKey(key))) > 0,
      () => this.alone.delete(key)
    )
  }

  clear(prefix: string): Promise<void> {
    return this.#askOr(
      async (redis) => {
        for (const pattern of [this.#key(prefix), this.#blockKey(prefix)]) {
          const stream = redis.scanStream({ match: `${escapeGlob(pattern)}*`, count: 500 })
          for await (const keys of stream) if (keys.length > 0) await redis.unlink(keys)
        }
      },
      () => this.alone.clear(prefix)
    )
  }

  async #run(
    redis: ScriptedClient,
    key: string,
    rule: WindowRule,
    rest: readonly number[]
  ): Promise<Reading> {
    const keys = [this.#key(key), this.#blockKey(key)]
    const answer = await redis.chanceryTake(2, ...keys, rule.limit, rule.windowMs * 1000, ...rest)
    const [passed, used, wait, reset] = answer.split(' ').map(Number)
    return { passed: passed === 1, used: used!, waitMs: wait! / 1000, resetMs: reset! / 1000 }
  }

  async #askOr<T>(
    work: (redis: ScriptedClient) => Promise<T>,
    alone: () => Promise<T>
  ): Promise<T> {
    return this.link.ask(work).catch(alone)
  }

  #key(key: string): string {
    return `${this.link.prefix}log:${key}`
  }

  #blockKey(key: string): string {
    return `${this.link.prefix}block:${key}`
  }
}

function escapeGlob(text: string): string {
  return text.replace(/[*?[\]\\]/g, '\\$&')
}
