import { freePort } from '../../helpers/free_port.js'
import { ServiceProcess } from '../../helpers/service_process.js'
import { RedisServer } from '../../unit/state/redis_server.js'
import { manyFrames } from './many_frames.js'
import type { Dice } from './dice.js'

const SETTINGS = {
  NODE_ENV: 'development',
  ACCESS_TOKEN_MINUTES: '1',
  RATE_LIMIT_PER_SECOND: '100000',
  SESSIONS_PER_USER: '1000',
  LOG_LEVEL: 'fatal',
}

const VALUES = {
  'messaging.beatSeconds': 2,
  'messaging.nodeSeconds': 6,
  ...manyFrames(2000),
  'messaging.conversationsPerHour': 100_000,
  'messaging.membersPerHour': 1_000_000,
  'identity.sessions.loginsPerHour': 100_000,
  'identity.sessions.refreshesPerHour': 100_000,
}

/** Two nodes of the service, and the Redis that they share. */
export class Nodes implements AsyncDisposable {
  readonly #nodes: (ServiceProcess | null)[] = [null, null]
  readonly #urls: string[] = []
  /** Nobody has to be waited for any more. */
  areGone = false

  private constructor(
    readonly env: Record<string, string>,
    readonly redis: RedisServer
  ) {}

  static async start(env: Record<string, string>): Promise<Nodes> {
    const nodes = new Nodes(env, await RedisServer.start())
    try {
      for (const index of [0, 1]) {
        nodes.#urls.push(`http://127.0.0.1:${await freePort()}`)
        await nodes.begin(index)
      }
      return nodes
    } catch (error) {
      await nodes[Symbol.asyncDispose]()
      throw error
    }
  }

  async begin(index: number): Promise<void> {
    const env = {
      ...SETTINGS,
      ...this.env,
      REDIS_URL: this.redis.url,
      PORT: this.#urls[index]!.split(':').at(-1)!,
    }
    this.#nodes[index] = await ServiceProcess.configured(VALUES, env)
  }

  async end(index: number, signal: NodeJS.Signals): Promise<void> {
    const node = this.#nodes[index]!
    this.#nodes[index] = null
    await node.stop(signal)
  }

  isUp(index: number): boolean {
    return this.#nodes[index] !== null
  }

  /** One that is up, as far as the rig knows. */
  any(dice: Dice): number {
    const up = [0, 1].filter((index) => this.isUp(index))
    return dice.one(up) ?? 0
  }

  url(index: number): string {
    return this.#urls[index]!
  }

  socket(index: number): string {
    return `${this.url(index).replace('http', 'ws')}/ws/im`
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.areGone = true
    for (const node of this.#nodes) await node?.stop('SIGKILL')
    await this.redis.stop()
  }
}
