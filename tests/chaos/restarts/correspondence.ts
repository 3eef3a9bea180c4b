import { until } from '#tests/helpers/until'
import { MessagingClient, MessagingError } from '../../../clients/messaging/src/index.js'
import type { Desk } from './desk.js'

const LONGEST_MS = 60_000

/**
 * Two people who write through the proxy: what one was told is stored comes to the other, once and in order of `seq`;
 * what one was told is not may come as well, for that may be what an outage left unknown.
 */
export class Correspondence {
  sent = 0
  /** Whether whoever writes may be told that a message is not stored. */
  mayBeRefused = false
  refused = 0
  readonly #received: number[] = []
  readonly #stored: number[] = []
  readonly #failures: string[] = []
  readonly #underway = new Set<Promise<void>>()

  private constructor(
    private readonly writer: MessagingClient,
    private readonly reader: MessagingClient,
    private readonly readerId: number
  ) {
    reader.on('message', ({ seq }) => void this.#received.push(seq))
    for (const client of [writer, reader]) client.on('ended', () => this.#failures.push('ended'))
  }

  static async open(desk: Desk): Promise<Correspondence> {
    const { id, desk: colleague } = await desk.colleague()
    const client = (of: Desk) =>
      new MessagingClient({ baseUrl: of.url, accessToken: (refused) => of.token(refused) })
    const opened = new Correspondence(client(desk), client(colleague), id)
    opened.writer.connect()
    opened.reader.connect()
    await until(() => opened.writer.state === 'online' && opened.reader.state === 'online')
    return opened
  }

  send(): void {
    const text = `line ${this.sent++}`
    const done = this.writer.sendText({ to: this.readerId }, text).then(
      ({ seq }) => void this.#stored.push(seq),
      (error: Error) => this.#failed(text, error)
    )
    this.#underway.add(done)
    void done.then(() => this.#underway.delete(done))
  }

  /** Resolves once what is under way now is stored, or refused. */
  async settled(): Promise<void> {
    await Promise.all(this.#underway)
  }

  /** Resolves to what went wrong. */
  async end(): Promise<string[]> {
    await until(() => this.#underway.size === 0, LONGEST_MS)
    await until(() => this.#received.length >= this.#stored.length, LONGEST_MS)
    this.writer.close()
    this.reader.close()
    const known = new Set(this.#stored)
    const unknown = this.#received.filter((seq) => !known.has(seq))
    const awaited = [...this.#stored, ...unknown].toSorted((one, other) => one - other)
    if (this.#received.join() !== awaited.join() || unknown.length > this.refused)
      this.#failures.push('another order, or twice')
    return this.#failures
  }

  #failed(text: string, error: Error): void {
    const isClean = error instanceof MessagingError && error.code === 503
    if (isClean && this.mayBeRefused) this.refused += 1
    else this.#failures.push(`${text}: ${error.message}`)
  }
}
