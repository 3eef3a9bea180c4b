import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import type { Logger } from '@adonisjs/core/logger'
import { DateTime } from 'luxon'
import { type DatabaseStatus, toStored } from '#kernel/database/main'
import { actAsSystem } from '#kernel/acting/main'
import { clock, type SameEverywhere, type StateStore } from '#kernel/state/main'
import { Agreement } from './agreement.js'
import type { Marks } from './differences.js'
import RunningNode from './models/running_node.js'
import { Neighbours } from './neighbours.js'
import { Presence } from './presence.js'
import { sharedMark } from './shared_mark.js'
import { Strangers } from './strangers.js'

const EVERY_MS = 20_000
/** After that nobody learns any more from the row of a node that was killed. */
const KEPT_MS = 3_600_000

/**
 * Says of this process that it is there, and looks whether those that are there as well were set as it was, and work on the
 * same database: otherwise nothing would tell but tokens that are refused, and messages that do not arrive.
 */
export class NodeWatch {
  readonly #id = randomUUID()
  readonly #name = `${hostname()}:${process.pid}`.slice(-100)
  readonly #startedAt = DateTime.fromMillis(clock.now())
  readonly #neighbours = new Neighbours()
  readonly #agreement: Agreement
  readonly #strangers: Strangers
  readonly #presence: Presence
  #timer: NodeJS.Timeout | undefined
  #looking: Promise<void> | null = null
  /** While Redis is lost, it is still the one of before. */
  #redis: string | null = null

  constructor(
    private readonly same: SameEverywhere,
    private readonly store: StateStore,
    private readonly database: Pick<DatabaseStatus, 'isOutage' | 'isOutage'>,
    private readonly logger: Logger,
    private readonly version: string
  ) {
    this.#agreement = new Agreement(logger)
    this.#strangers = new Strangers(logger)
    this.#presence = new Presence(store, { id: this.#id, name: this.#name })
  }

  get agrees(): boolean {
    return this.#agreement.holds && this.#strangers.areNone
  }

  start(): void {
    this.#timer = setInterval(() => this.#lookAround(), EVERY_MS).unref()
    this.#lookAround()
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    if (this.database.isOutage) return
    await this.#looking
    await this.#presence.leave()
    await this.#unlessLost(() => RunningNode.query().where('id', this.#id).delete())
  }

  async look(): Promise<void> {
    const marks = await this.#marks()
    await this.#beHere(JSON.stringify(marks))
    const present = await this.#presence.renew()
    await RunningNode.query()
      .where('seenAt', '<', toStored(clock.now() - KEPT_MS))
      .delete()
    const others = await RunningNode.query().whereNot('id', this.#id)
    const { there, missed } = this.#neighbours.look(others)
    for (const { name } of missed)
      this.logger.warn(
        `The node ${name} is not heard of any more: it was killed, it hangs, or it does not reach the database`
      )
    this.#agreement.judge(marks, there)
    if (present) this.#strangers.judge(present, new Set([this.#id, ...others.map(({ id }) => id)]))
  }

  /** One at a time: a database that hangs is not asked by more and more. */
  #lookAround(): void {
    const look = () => actAsSystem('look for the other nodes', () => this.look())
    this.#looking ??= this.#unlessLost(look).finally(() => (this.#looking = null))
  }

  async #unlessLost(work: () => Promise<unknown>): Promise<void> {
    try {
      await work()
    } catch (error) {
      if (await this.database.isOutage(error)) return
      this.logger.error({ err: error }, 'the other nodes could not be looked for')
    }
  }

  async #marks(): Promise<Marks> {
    this.#redis = await sharedMark(this.store).catch(() => this.#redis)
    const marks = this.same.marks()
    return this.#redis === null ? marks : { ...marks, Redis: { own: this.#redis, taken: [] } }
  }

  /** Its row may be gone where it hung for longer than rows are kept. */
  async #beHere(marks: string): Promise<void> {
    const seenAt = DateTime.fromMillis(clock.now())
    const own = RunningNode.query().where('id', this.#id)
    const [updated] = (await own.update({ marks, seenAt: toStored(seenAt) })) as number[]
    if (Number(updated) > 0) return
    const [id, name, version] = [this.#id, this.#name, this.version]
    await RunningNode.create({ id, name, version, marks, startedAt: this.#startedAt, seenAt })
  }
}
