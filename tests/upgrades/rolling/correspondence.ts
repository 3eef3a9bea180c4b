import { until } from '#tests/helpers/until'
import { MessagingClient } from '../../../clients/messaging/src/index.js'
import type { Desk } from './desk.js'

const LONGEST_MS = 60_000

/** Two people who write through the proxy: what one was told is stored comes to the other, once and in order of `seq`. */
export class Correspondence {
  sent = 0
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
      (error: Error) => void this.#failures.push(`${text}: ${error.message}`)
    )
    this.#underway.add(done)
    void done.then(() => this.#underway.delete(done))
  }

  /** Resolves to what went wrong. */
  async end(): Promise<string[]> {
    await until(() => this.#underway.size === 0, LONGEST_MS)
    await until(() => this.#received.length >= this.#stored.length, LONGEST_MS)
    this.writer.close()
    this.reader.close()
    if (this.#received.join() !== this.#stored.join())
      this.#failures.push('another order, or twice')
    return this.#failures
  }
}
