import app from '@adonisjs/core/services/app'
import { DatabaseStatus } from '#kernel/database/main'
import { Bus, SharedStateLost, StateStatus } from '#kernel/state/main'
import { withTimeout } from '#kernel/errors/main'

const LONGEST_CHECK_MS = 2_000
const REDIS = 'Redis'

export interface Watched {
  answers: () => Promise<boolean>
}

interface Check extends Watched {
  what: string
}

export interface HealthReport {
  /** As `isUp`. */
  up: boolean
  /** Of what this process needs, such as `the database`; Redis only where it is used. */
  components: { name: string; up: boolean }[]
}

/** How the service is: for balancers, which ask whether to send requests here, and for people, who ask what is lost. */
export class Health {
  #stopping = false
  readonly #checks: Check[] = []

  /**
   * Whether something that a plugin needs is there; asked whenever the health is, so it answers at once.
   *
   * @param what as people call it, such as `the storage of files`
   */
  watch(what: string, watched: Watched): void {
    this.#checks.push({ what, ...watched })
  }

  /** Whether an error is caused by an outage that this process has logged already. */
  async isOutage(error: unknown): Promise<boolean> {
    const database = await app.container.make(DatabaseStatus)
    return isLossOfState(error) || (await database.isOutage(error))
  }

  /** From now on the readiness probe says DOWN, so that a balancer sends nothing new. */
  stop(): void {
    this.#stopping = true
  }

  /** Whether requests can be served: the database answers and the service is not stopping. Redis is not needed for that. */
  async isReady(): Promise<boolean> {
    return !this.#stopping && (await this.#databaseAnswers())
  }

  /** Nothing is lost: ready, what nodes share is reached, and so is what plugins need. */
  async isUp(): Promise<boolean> {
    return !this.#stopping && (await this.lost()).length === 0
  }

  /** What this process does not reach, as people call it. */
  async lost(): Promise<string[]> {
    const reached = await this.reached()
    return [...reached.keys()].filter((what) => !reached.get(what))
  }

  /** Of all that this process needs, by what people call it, whether it is reached. */
  async reached(): Promise<ReadonlyMap<string, boolean>> {
    const checks: Check[] = [
      { what: REDIS, answers: () => this.#redisAnswers() },
      { what: 'the database', answers: () => this.#databaseAnswers() },
      ...this.#checks,
    ]
    const answers = await Promise.all(checks.map((check) => answered(check.answers)))
    return new Map(checks.map(({ what }, at) => [what, answers[at]!]))
  }

  /** How the service is, taken apart. */
  async report(): Promise<HealthReport> {
    const [reached, state] = [await this.reached(), await app.container.make(StateStatus)]
    const components = [...reached].map(([name, up]) => ({ name, up }))
    return {
      up: !this.#stopping && components.every(({ up }) => up),
      components: components.filter(({ name }) => name !== REDIS || state.shared),
    }
  }

  async #redisAnswers(): Promise<boolean> {
    const state = await app.container.make(StateStatus)
    if (!state.shared) return true
    return state.connected && (await app.container.make(Bus)).connected
  }

  async #databaseAnswers(): Promise<boolean> {
    return (await app.container.make(DatabaseStatus)).answers()
  }
}

/** The outage of Redis is logged where the error is thrown. */
function isLossOfState(error: unknown): boolean {
  return [error, (error as Error | null)?.cause].some((one) => one instanceof SharedStateLost)
}

async function answered(check: () => Promise<boolean>): Promise<boolean> {
  try {
    return await withTimeout(check(), LONGEST_CHECK_MS)
  } catch {
    return false
  }
}
