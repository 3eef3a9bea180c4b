import { setTimeout as pause } from 'node:timers/promises'
import { SECRETS } from '../../../helpers/service_process.js'
import { newcomer } from './acts/administration.js'
import { ACTS, CHANGES } from './acts/all.js'
import { FAULTS, faults, type Fault } from './acts/faults.js'
import { found } from './acts/groups.js'
import { AfterSync } from './checks/after_sync.js'
import { HistoryCheck } from './checks/history.js'
import { Wire } from './checks/wire.js'
import { Chronicle } from './chronicle.js'
import { Dice } from './dice.js'
import { Locks } from './locks.js'
import { World } from './model/world.js'
import type { Person } from './person.js'
import type { Rig } from './rig.js'
import { lookAround } from './stillness.js'
import { Desk } from './stage/desk.js'
import type { Nodes } from './stage/nodes.js'
import { Session } from './stage/session.js'

export interface TrialOptions {
  seconds: number
  seed: number
  say: (line: string) => void
}

const PEOPLE = 8
const GROUPS = 4
const STEADY = 2
const ROUND_MS = 9_000
const TICK_MS = 7
const MOST_AT_ONCE = 60
const MOST_CHANGES = 6
/** Of a hundred. */
const CHANGES_SHARE = 10
const MOST_DEVIATIONS = 20
const PATIENCE_MS = 90_000

/** People talk at random while things break, and again and again all is still and looked at. */
export class Trial implements Rig {
  readonly chronicle: Chronicle
  readonly dice: Dice
  readonly desk: Desk
  readonly world = new World()
  readonly locks = new Locks()
  readonly wire: Wire
  readonly afterSync: AfterSync
  readonly resting = new Set<number>()
  people: Person[] = []
  readonly #admin: Session
  readonly #running = new Set<Promise<unknown>>()
  readonly #changing = new Set<Promise<unknown>>()
  #failure: { error: unknown } | null = null

  constructor(
    readonly nodes: Nodes,
    private readonly options: TrialOptions
  ) {
    this.chronicle = new Chronicle(options.say)
    this.dice = new Dice(options.seed)
    this.desk = new Desk(nodes, this.dice)
    this.wire = new Wire(this.world, this.chronicle)
    this.afterSync = new AfterSync(this.world, this.chronicle)
    this.#admin = new Session(this.desk, 'admin', SECRETS.ADMIN_PASSWORD)
  }

  async run(): Promise<Chronicle> {
    try {
      await this.#begin()
      const until = performance.now() + this.options.seconds * 1000
      const history = new HistoryCheck(this)
      let due = [...FAULTS]
      while (performance.now() < until && this.chronicle.deviations.length < MOST_DEVIATIONS) {
        if (due.length === 0) due = this.dice.shuffled(FAULTS)
        await this.#round(due.pop()!, history)
      }
      return this.chronicle
    } finally {
      for (const device of this.people.flatMap(({ devices }) => devices)) device.sleep()
    }
  }

  async admin(method: string, path: string, body?: unknown): Promise<unknown> {
    const { status, data, told } = await this.#admin.ask(method, path, body)
    // Asked once more after a node had died, which had done it already.
    if (status === 404 && method === 'DELETE') return data
    if (status !== 200) throw new Error(`${method} ${path}: ${status} ${told}`)
    return data
  }

  fail(error: unknown): void {
    this.#failure ??= { error }
  }

  async #begin(): Promise<void> {
    for (let count = 0; count < PEOPLE; count++) this.people.push(await newcomer(this))
    for (const { devices } of this.people.slice(0, STEADY)) devices[0]!.steady = true
    const until = performance.now() + PATIENCE_MS
    const isOnline = ({ devices }: Person) => devices.every(({ state }) => state === 'online')
    while (!this.people.every(isOnline)) {
      if (performance.now() > until) throw new Error('not everybody came online')
      await pause(50)
    }
    for (let count = 0; count < GROUPS; count++) await found(this)
  }

  async #round(fault: Fault, history: HistoryCheck): Promise<void> {
    const until = performance.now() + ROUND_MS
    const breaking = pause(this.dice.between(1_000, 3_000)).then(() => faults[fault](this))
    breaking.catch((error: unknown) => this.fail(error))
    while (performance.now() < until) {
      await pause(TICK_MS)
      this.#act()
    }
    await breaking
    await this.#quiet()
    const from = this.chronicle.seconds
    await lookAround(this, history, fault)
    const { messages, checks } = this.chronicle.counts
    const looked = (this.chronicle.seconds - from).toFixed(1)
    this.options.say(
      `${this.chronicle.seconds.toFixed(0)} s: ${fault}, ${messages} messages, ${checks} checks, looked for ${looked} s`
    )
    if (this.#failure) throw this.#failure.error
  }

  #act(): void {
    const isChange = this.dice.chance(CHANGES_SHARE)
    const [acts, running] = isChange ? [CHANGES, this.#changing] : [ACTS, this.#running]
    if (running.size >= (isChange ? MOST_CHANGES : MOST_AT_ONCE)) return
    const act: Promise<void> = this.dice
      .weighed(acts)(this)
      .then(() => undefined)
      .catch((error: unknown) => this.fail(error))
      .finally(() => running.delete(act))
    running.add(act)
  }

  /** Until what was begun is over. */
  async #quiet(): Promise<void> {
    const until = performance.now() + PATIENCE_MS
    while (this.#running.size + this.#changing.size > 0) {
      if (performance.now() > until) throw new Error('acts do not end')
      await pause(20)
    }
  }
}
