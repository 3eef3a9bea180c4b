import { setTimeout as pause } from 'node:timers/promises'
import { Correspondence } from './correspondence.js'
import type { Desk } from './desk.js'

export interface LoadReport {
  requests: number
  uploads: number
  messages: number
  failures: string[]
  /** What became of messages that should not have. */
  lost: string[]
}

const PAUSE_MS = 20

/** People at work through the proxy, until told to stop: they read, write, upload, and message each other. */
export class Load {
  readonly #report: LoadReport = { requests: 0, uploads: 0, messages: 0, failures: [], lost: [] }
  #stopping = false
  readonly #workers: Promise<void>[]
  readonly #correspondence: Correspondence

  private constructor(desk: Desk, correspondence: Correspondence, workers: number) {
    this.#correspondence = correspondence
    this.#workers = Array.from({ length: workers }, () => this.#work(desk))
    this.#workers.push(this.#write())
  }

  static async begin(desk: Desk, workers = 4): Promise<Load> {
    return new Load(desk, await Correspondence.open(desk), workers)
  }

  async end(): Promise<LoadReport> {
    this.#stopping = true
    await Promise.all(this.#workers)
    this.#report.lost = await this.#correspondence.end()
    this.#report.messages = this.#correspondence.sent
    return this.#report
  }

  async #work(desk: Desk): Promise<void> {
    for (let round = 0; !this.#stopping; round++) {
      for (const duty of desk.duties(round)) await this.#do(duty.name, duty.run)
      await this.#do('upload', () => desk.upload())
      this.#report.uploads++
    }
  }

  async #do(name: string, run: () => Promise<Response>): Promise<void> {
    this.#report.requests++
    const failure = await run().then(
      async (response) => (await response.arrayBuffer(), response.ok ? null : response.status),
      (error: Error) => `${error.message} ${String(error.cause ?? '')}`
    )
    if (failure !== null) this.#report.failures.push(`${name}: ${failure}`)
    await pause(PAUSE_MS)
  }

  async #write(): Promise<void> {
    while (!this.#stopping) {
      this.#correspondence.send()
      await pause(PAUSE_MS * 2)
    }
  }
}
