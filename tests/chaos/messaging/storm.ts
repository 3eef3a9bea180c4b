import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '../../helpers/free_port.js'
import { ServiceProcess } from '../../helpers/service_process.js'
import { bearer, makeAccounts, type Account } from '../../helpers/messaging/service_people.js'
import { until } from '../../helpers/until.js'
import { RedisServer } from '../../unit/state/redis_server.js'
import { Dice } from './oracle/dice.js'
import { manyFrames } from './many_frames.js'
import { faultsOfAcks, faultsOfGroup, lengthsOf, type StormGroup } from './storm_books.js'
import { StormClient } from './storm_client.js'

export interface StormOptions {
  nodes: number
  clients: number
  groups: number
  /** How long messages are sent. */
  seconds: number
  /** Of the cuts, and of which client connects to which node. */
  seed: number
  /** Settings of the nodes, such as their database. */
  env?: Record<string, string>
  say?: (line: string) => void
}

export interface StormReport {
  seconds: number
  acknowledged: number
  deliveries: number
  cuts: number
  kills: number
  redisStops: number
  reconnects: number
  duplicates: number
  syncs: number
  refusals: number
  /** What must not be; empty when all is well. */
  faults: string[]
}

/** After the storm everybody has what they must have. */
const SETTLE_MS = 30_000
const PATIENCE_MS = 60_000
const FEED_MS = 20
const LONGEST_REDIS_AWAY_MS = 5_000

/**
 * Many clients send through several nodes while sockets are cut, a node is killed and Redis goes away; in the end
 * everything that was acknowledged must be stored once, and every member have every message once, in order.
 */
export class Storm {
  readonly #options: StormOptions
  readonly #folder = mkdtempSync(join(tmpdir(), 'chancery-storm-'))
  readonly #nodes: ServiceProcess[] = []
  readonly #ports: number[] = []
  #redis: RedisServer | null = null
  #clients: StormClient[] = []
  #groups: StormGroup[] = []
  readonly #dice: Dice
  #sent = 0
  readonly #did = { cuts: 0, kills: 0, redisStops: 0 }

  constructor(options: StormOptions) {
    this.#options = options
    this.#dice = new Dice(options.seed)
  }

  async run(): Promise<StormReport> {
    try {
      await this.#begin()
      const start = performance.now()
      await this.#blow()
      const faults = await this.#settle()
      return this.#report((performance.now() - start) / 1000, faults)
    } finally {
      await this.#end()
    }
  }

  async #begin(): Promise<void> {
    const { nodes, clients } = this.#options
    if (nodes > 1) this.#redis = await RedisServer.start()
    for (let index = 0; index < nodes; index++) {
      this.#ports.push(await freePort())
      this.#nodes.push(await this.#startNode(index))
    }
    const accounts = await makeAccounts(this.#nodes[0]!, clients)
    this.#clients = accounts.map((account) => new StormClient(account, () => this.#address()))
    await this.#makeGroups(accounts)
    this.#say(`${nodes} nodes, ${clients} clients and ${this.#groups.length} groups are up`)
  }

  #startNode(index: number): Promise<ServiceProcess> {
    return ServiceProcess.configured(manyFrames(2000), {
      NODE_ENV: 'development',
      SQLITE_PATH: join(this.#folder, 'storm.sqlite3'),
      REDIS_URL: this.#redis?.url ?? '',
      RATE_LIMIT_PER_SECOND: '100000',
      LOG_LEVEL: 'fatal',
      ...this.#options.env,
      PORT: String(this.#ports[index]),
    })
  }

  #address(): string {
    return `ws://127.0.0.1:${this.#dice.one(this.#ports)}/ws/im`
  }

  /** Each client is in two groups, so that every conversation is spoken in through all nodes. */
  async #makeGroups(accounts: readonly Account[]): Promise<void> {
    for (let index = 0; index < this.#options.groups; index++) {
      const members = this.#clients.filter((_, at) =>
        [at % this.#options.groups, (at + 1) % this.#options.groups].includes(index)
      )
      const memberIds = members.map(({ account }) => account.id)
      const owner = members[0]!.account
      const body = { title: `Group ${index}`, memberIds }
      const headers = bearer(owner.token)
      const response = await this.#nodes[0]!.post('/app/im/conversations', body, headers)
      if (response.status !== 200) throw new Error(await response.text())
      const { data } = (await response.json()) as { data: { id: number } }
      this.#groups.push({ id: data.id, members })
    }
    this.#say(`${accounts.length} accounts`)
  }

  async #blow(): Promise<void> {
    const { seconds } = this.#options
    const end = performance.now() + seconds * 1000
    const feeding = setInterval(() => this.#feed(), FEED_MS)
    const telling = setInterval(() => this.#say(this.#progress()), 5_000)
    const cutting = setInterval(() => this.#cutOne(), 150)
    try {
      await pause((seconds * 1000) / 3)
      await this.#killANode()
      await pause((seconds * 1000) / 6)
      await this.#takeRedisAway()
      await pause(Math.max(0, end - performance.now()))
      clearInterval(feeding)
      await until(() => this.#acknowledged() >= this.#sent, PATIENCE_MS).catch(() => undefined)
    } finally {
      clearInterval(feeding)
      clearInterval(cutting)
      clearInterval(telling)
    }
  }

  #progress(): string {
    const refusals = this.#clients.reduce((sum, { told }) => sum + told.refusals, 0)
    const refusal = this.#clients.map(({ lastRefusal }) => lastRefusal).find(Boolean) ?? ''
    return `${this.#acknowledged()} acknowledged, ${refusals} refused ${refusal}`
  }

  /** So that each client always has something to send. */
  #feed(): void {
    for (const client of this.#clients.filter(({ isIdle }) => isIdle)) {
      for (const { id, members } of this.#groups) {
        if (!members.includes(client)) continue
        client.send({ clientMessageId: `storm-${this.#sent++}`, conversationId: id })
      }
    }
  }

  #cutOne(): void {
    this.#dice.one(this.#clients)!.cut()
    this.#did.cuts += 1
  }

  async #killANode(): Promise<void> {
    const last = this.#nodes.length - 1
    this.#say('killing a node')
    await this.#nodes[last]!.stop('SIGKILL')
    this.#did.kills += 1
    this.#nodes[last] = await this.#startNode(last)
    this.#say('the node is back')
  }

  async #takeRedisAway(): Promise<void> {
    if (!this.#redis) return
    this.#say('stopping Redis')
    await this.#redis.stop()
    this.#did.redisStops += 1
    await pause(Math.min(LONGEST_REDIS_AWAY_MS, (this.#options.seconds * 1000) / 6))
    await this.#redis.start()
    this.#say('Redis is back')
  }

  #acknowledged(): number {
    return this.#clients.reduce((sum, { acknowledged }) => sum + acknowledged.size, 0)
  }

  async #settle(): Promise<string[]> {
    const lengths = lengthsOf(this.#groups, this.#clients)
    this.#say('everything is acknowledged')
    const isWhole = () =>
      this.#groups.every(({ id, members }) =>
        members.every(({ taken }) => (taken.get(id)?.length ?? 0) >= lengths.get(id)!)
      )
    try {
      await until(() => {
        if (isWhole()) return true
        for (const client of this.#clients) client.sync()
        return false
      }, SETTLE_MS)
    } catch {
      return ['not every member got every message', ...this.#faults(lengths)]
    }
    return this.#faults(lengths)
  }

  #faults(lengths: ReadonlyMap<number, number>): string[] {
    return [
      ...faultsOfAcks(this.#clients, this.#sent),
      ...this.#groups.flatMap((group) => faultsOfGroup(group, lengths.get(group.id)!)),
    ]
  }

  #report(seconds: number, faults: string[]): StormReport {
    const sum = (of: (client: StormClient) => number) =>
      this.#clients.reduce((total, client) => total + of(client), 0)
    return {
      seconds: Math.round(seconds * 10) / 10,
      acknowledged: this.#acknowledged(),
      deliveries: sum(({ taken }) => [...taken.values()].flat().length),
      ...this.#did,
      reconnects: sum(({ told }) => told.reconnects),
      duplicates: sum(({ told }) => told.duplicates),
      syncs: sum(({ told }) => told.syncs),
      refusals: sum(({ told }) => told.refusals),
      faults,
    }
  }

  async #end(): Promise<void> {
    for (const client of this.#clients) client.stop()
    for (const node of this.#nodes) await node.stop()
    await this.#redis?.stop()
    rmSync(this.#folder, { recursive: true, force: true })
  }

  #say(line: string): void {
    this.#options.say?.(line)
  }
}
