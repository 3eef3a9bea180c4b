import { setTimeout as pause } from 'node:timers/promises'
import { SECRETS } from '../../helpers/service_process.js'
import { ACTS, type Stage } from './acts.js'
import { Checks } from './checks.js'
import type { ClientClass } from './client.js'
import { Desk } from './desk.js'
import { Dice } from './dice.js'
import { FAULTS } from './faults.js'
import type { Nodes } from './nodes.js'
import { Person } from './person.js'
import { Session } from './session.js'

export interface TrialOptions {
  seconds: number
  seed: number
  /** Of which the devices are. */
  client: ClientClass
  say: (line: string) => void
}

const PEOPLE = 8
const PASSWORD = 'correct horse battery'
const ROUND_MS = 8_000
const TICK_MS = 6
const MOST_AT_ONCE = 60
const MOST_DEVIATIONS = 20
const STILL_MS = 60_000
/** In which what was sent last has come everywhere. */
const QUIET_MS = 2_500

/** People talk at random over two nodes while something breaks, and after each round all is still and compared. */
export class Trial implements Stage {
  readonly dice: Dice
  readonly people: Person[] = []
  readonly sent: Stage['sent'] = []
  readonly groups: Stage['groups'] = []
  readonly deviations: string[] = []
  readonly #desk: Desk
  readonly #checks = new Checks(this)
  readonly #running = new Set<Promise<unknown>>()

  constructor(
    private readonly nodes: Nodes,
    private readonly options: TrialOptions
  ) {
    this.dice = new Dice(options.seed)
    this.#desk = new Desk(nodes, this.dice)
  }

  get checks(): number {
    return this.#checks.count
  }

  get syncs(): number {
    return this.people.flatMap(({ devices }) => devices).reduce((sum, { syncs }) => sum + syncs, 0)
  }

  report(text: string): void {
    this.deviations.push(text)
  }

  async run(): Promise<void> {
    try {
      await this.#makePeople()
      await this.#still()
      this.#checks.lookAtEpoch(false)
      const until = performance.now() + this.options.seconds * 1000
      let due: string[] = []
      while (performance.now() < until && this.deviations.length < MOST_DEVIATIONS) {
        if (due.length === 0) due = this.dice.shuffled(Object.keys(FAULTS))
        await this.#round(due.pop()!)
      }
    } finally {
      for (const person of this.people) person.stop()
    }
  }

  async #makePeople(): Promise<void> {
    const admin = new Session(this.#desk, 'admin', SECRETS.ADMIN_PASSWORD)
    for (let count = 0; count < PEOPLE; count++) {
      const username = `oracle-${process.pid}-${count}`
      const values = { username, nickname: username, password: PASSWORD, departmentId: null }
      const { data } = await admin.ask('POST', '/app/system/users', { ...values, roleIds: [] })
      const { id: userId } = data as { id: number }
      const session = new Session(this.#desk, username, PASSWORD)
      const report = (text: string) => this.report(text)
      const { nodes, dice } = this
      const { client } = this.options
      this.people.push(new Person({ session, nodes, dice, client, userId, report }))
    }
  }

  async #round(name: string): Promise<void> {
    const until = performance.now() + ROUND_MS
    const breaking = pause(this.dice.between(500, 2_500)).then(() =>
      FAULTS[name]!(this.nodes, this.dice)
    )
    while (performance.now() < until) {
      await pause(TICK_MS)
      this.#act()
    }
    await breaking
    await Promise.all(this.#running)
    await pause(QUIET_MS)
    // Where nothing breaks, they are told without asking.
    if (name === 'nothing') await this.#checks.look()
    await this.#still()
    this.#checks.lookAtEpoch(name === 'epoch')
    await this.#checks.look()
    this.options.say(`${name}: ${this.sent.length} messages, ${this.checks} checks`)
  }

  #act(): void {
    if (this.#running.size >= MOST_AT_ONCE) return
    const work = this.dice.weighed(ACTS)
    const person = this.dice.one(this.people)!
    const act: Promise<void> = work(this, person)
      .then(() => undefined)
      .catch((error: unknown) => this.report(`the rig failed: ${String(error)}`))
      .finally(() => this.#running.delete(act))
    this.#running.add(act)
  }

  /** Until every device is connected and has come as far as the service says. */
  async #still(): Promise<void> {
    const until = performance.now() + STILL_MS
    for (const device of this.people.flatMap(({ devices }) => devices))
      while (!(await device.settle())) {
        if (performance.now() > until) return this.report('a device does not come online')
        await pause(100)
      }
  }
}
