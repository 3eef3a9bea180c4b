import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import fc from 'fast-check'
import { FakeDocumentServer } from '../../fakes/document_server/server.js'
import { ServiceProcess } from '../../tools/service_process/service_process.js'
import { Accounting, answersTo } from './accounting.js'
import type { Fault } from './faults/fault.js'
import { Writer } from './writer.js'

export interface TrialOptions {
  writers: number
  strikes: number
  /** In place of a number of strikes: it ends with the strike in which they are over. */
  seconds?: number
  /** Of the pauses between two strikes. */
  seed: number
  say(text: string): void
}

/** Drawn once, and gone through again and again. */
const PAUSES = 100

/** People save while a fault strikes again and again; then what was acknowledged is counted. */
export class Trial {
  #struck = 0

  constructor(
    private readonly fault: Fault,
    private readonly options: TrialOptions
  ) {}

  /** Whether the fault was met, and nothing is lost or doubled. */
  async run(): Promise<boolean> {
    const secret = randomBytes(24).toString('base64url')
    const folder = await mkdtemp(join(tmpdir(), 'chancery-chaos-'))
    const server = await FakeDocumentServer.start({ secret })
    try {
      const service = await this.#start(folder, server, secret)
      try {
        return await this.#tryOut(service, server)
      } finally {
        await service.stop()
      }
    } finally {
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    }
  }

  #start(folder: string, server: FakeDocumentServer, secret: string): Promise<ServiceProcess> {
    return ServiceProcess.start(folder, (url) => ({
      EDITOR_ENABLED: 'true',
      EDITOR_DOCUMENT_SERVER_URL: server.url,
      EDITOR_PUBLIC_BASE_URL: url,
      EDITOR_JWT_SECRET: secret,
      RATE_LIMIT_PER_SECOND: '100000',
      ...this.fault.env,
    }))
  }

  async #tryOut(service: ServiceProcess, server: FakeDocumentServer): Promise<boolean> {
    const writers = Array.from(
      { length: this.options.writers },
      (_, index) => new Writer(`Writer ${index + 1}`, service, server)
    )
    await Promise.all(writers.map((writer) => writer.prepare()))
    const state = { goesOn: true }
    const writing = Promise.all(writers.map((writer) => writer.write(() => state.goesOn)))
    const striking = this.#strikeAgainAndAgain(service).finally(() => (state.goesOn = false))
    await Promise.all([writing, striking])
    await server.settled()
    return this.#account(service, server, writers)
  }

  async #strikeAgainAndAgain(service: ServiceProcess): Promise<void> {
    const { strikes, seconds, seed, say } = this.options
    const end = performance.now() + (seconds ?? 0) * 1_000
    const goesOn = () => (seconds === undefined ? this.#struck < strikes : performance.now() < end)
    const pauses = fc.sample(fc.integer({ min: 100, max: 1_500 }), { seed, numRuns: PAUSES })
    do {
      await pause(pauses[this.#struck % PAUSES])
      await this.fault.strike(service)
      this.#struck++
      say(`${this.fault.name} ${this.#struck} times`)
    } while (goesOn())
  }

  async #account(
    service: ServiceProcess,
    server: FakeDocumentServer,
    writers: readonly Writer[]
  ): Promise<boolean> {
    const saves = writers.flatMap((writer) => writer.saves)
    const acknowledged = saves.filter((save) => save.acknowledged)
    const finals = saves.filter(({ status }) => status === 2)
    const accounting = new Accounting(service, saves)
    const lost = await accounting.missingOf(acknowledged)
    const forgotten = server.store.forgottenKeys().length
    await service.ace('editor:sweep')
    const unrecovered = await accounting.lostOf(finals)
    const doubled = await accounting.doubled()
    const answers = answersTo(server)
    this.options.say(
      `${this.fault.name} ${this.#struck} times: saves sent ${saves.length} ` +
        `(${finals.length} final), acknowledged ${acknowledged.length}, ` +
        `versions ${await accounting.versions()}, left to the sweep ${forgotten}, answers ` +
        [...answers].map(([answer, count]) => `${answer}: ${count}`).join(', ')
    )
    this.options.say(`${lost.length + unrecovered.length} lost, ${doubled} doubled`)
    return lost.length + unrecovered.length + doubled === 0 && answers.has(this.fault.shows)
  }
}
