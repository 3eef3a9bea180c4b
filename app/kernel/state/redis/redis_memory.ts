import { RedisWatch } from './redis_watch.js'

const KEEPS_ALL = 'noeviction'
const REMEDY =
  'sessions, limits and revoked tokens would be forgotten before their end; set maxmemory-policy to noeviction, and maxmemory to what it needs'

/** Says that Redis forgets on its own, or may: nothing of what depends on it would tell. */
export class RedisMemory extends RedisWatch {
  #toldPolicy: string | null = null
  #evicted: number | null = null
  #isEvicting = false

  /** Not through `ask`: where it may not be asked, nothing that is needed is refused. */
  async look(): Promise<void> {
    if (!this.link.ready) return
    const ask = (section: string) => this.link.client.info(section).catch(() => '')
    const [memory, stats] = await Promise.all([ask('memory'), ask('stats')])
    this.#judgePolicy(memory)
    this.#judgeEvictions(Number(fieldOf(stats, 'evicted_keys') ?? Number.NaN))
  }

  #judgePolicy(memory: string): void {
    const policy = fieldOf(memory, 'maxmemory_policy')
    if (policy === null || policy === this.#toldPolicy) return
    const mayEvict = policy !== KEEPS_ALL && fieldOf(memory, 'maxmemory') !== '0'
    this.#toldPolicy = mayEvict ? policy : null
    if (mayEvict)
      this.logger.warn(`Redis may evict keys (its maxmemory-policy is ${policy}): ${REMEDY}`)
  }

  /** Once for as long as it goes on from look to look. */
  #judgeEvictions(evicted: number): void {
    if (Number.isNaN(evicted)) return
    const more = evicted - (this.#evicted ?? evicted)
    this.#evicted = evicted
    if (more > 0 && !this.#isEvicting)
      this.logger.warn(`Redis has evicted ${more} keys within a minute: ${REMEDY}`)
    this.#isEvicting = more > 0
  }
}

function fieldOf(info: string, name: string): string | null {
  return new RegExp(`^${name}:(.*?)\\r?$`, 'm').exec(info)?.[1] ?? null
}
