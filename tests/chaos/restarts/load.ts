import { setTimeout as pause } from 'node:timers/promises'
import { until } from '#tests/helpers/until'
import { Correspondence } from './correspondence.js'
import type { Desk } from './desk.js'

export interface LoadReport {
  requests: number
  uploads: number
  messages: number
  /** Answered by a clean 503 while that was allowed. */
  refused: number
  /** Messages whose writers were told that they are not stored, while that was allowed. */
  unsent: number
  failures: string[]
  /** What became of messages that should not have. */
  lost: string[]
}

const PAUSE_MS = 20

/** People at work through the proxy, until told to stop: they read, write, upload, and message each other. */
export class Load {
  readonly #report: LoadReport = {
    requests: 0,
    uploads: 0,
    messages: 0,
    refused: 0,
    unsent: 0,
    failures: [],
    lost: [],
  }
  #stopping = false
  #mayBeRefused = false
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

  /** Whatever is asked while `work` is under way may be answered 503, in the envelope. */
  async allowingRefusals(work: () => Promise<void>): Promise<void> {
    this.#correspondence.mayBeRefused = true
    this.#mayBeRefused = true
    await work()
    this.#mayBeRefused = false
    await this.#correspondence.settled()
    this.#correspondence.mayBeRefused = false
  }

  /** Resolves once people have asked so many times more. */
  async more(requests: number): Promise<void> {
    const enough = this.#report.requests + requests
    await until(() => this.#report.requests >= enough)
  }

  async end(): Promise<LoadReport> {
    this.#stopping = true
    await Promise.all(this.#workers)
    this.#report.lost = await this.#correspondence.end()
    this.#report.messages = this.#correspondence.sent
    this.#report.unsent = this.#correspondence.refused
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
    const wasAllowed = this.#mayBeRefused
    const failure = await run().then(
      async (response) => ({ text: await response.text(), status: response.status }),
      (error: Error) => ({ text: `${error.message} ${String(error.cause ?? '')}`, status: 0 })
    )
    this.#report.requests++
    this.#note(name, failure, wasAllowed || this.#mayBeRefused)
    await pause(PAUSE_MS)
  }

  #note(name: string, { status, text }: { status: number; text: string }, isAllowed: boolean) {
    if (status >= 200 && status < 300) return
    if (isAllowed && status === 503 && isEnvelope(text)) this.#report.refused++
    else this.#report.failures.push(`${name}: ${status || ''} ${text.slice(0, 200)}`)
  }

  async #write(): Promise<void> {
    while (!this.#stopping) {
      this.#correspondence.send()
      await pause(PAUSE_MS * 2)
    }
  }
}

/** What the service answers itself, and no proxy in its place. */
function isEnvelope(text: string): boolean {
  try {
    const { code, message } = JSON.parse(text) as { code?: unknown; message?: unknown }
    return code === 503 && typeof message === 'string'
  } catch (error) {
    if (error instanceof SyntaxError) return false
    throw error
  }
}
