import {
  MessagingClient,
  type Change,
  type Entry,
  type Message,
  type MessagingOptions,
} from '../../../clients/messaging/src/index.js'
import { eventually, person, type Person } from './people.js'

export const serviceUrl = () => `http://${process.env.HOST}:${process.env.PORT}`

const QUICK = { firstMs: 10, longestMs: 100 }

/** A client of the package, and what it reported. */
export class Chatter {
  readonly entries: Entry[] = []
  readonly messages: Message[] = []
  readonly changes: Change[] = []
  readonly states: string[] = []
  readonly errors: unknown[] = []

  constructor(readonly client: MessagingClient) {
    client.on('entry', (entry) => void this.entries.push(entry))
    client.on('message', (message) => void this.messages.push(message))
    client.on('change', (change) => void this.changes.push(change))
    client.on('state', (state) => void this.states.push(state))
    client.on('error', (error) => void this.errors.push(error))
  }

  static of(token: string, options: Partial<MessagingOptions> = {}): Chatter {
    const client = new MessagingClient({
      baseUrl: serviceUrl(),
      accessToken: () => token,
      backOff: QUICK,
      ...options,
    })
    return new Chatter(client)
  }

  /** Connects, and waits until it is up to date. */
  async online(): Promise<this> {
    this.client.connect()
    await eventually(() => this.client.state === 'online')
    return this
  }

  texts(): string[] {
    return this.messages.map(({ content }) => (content as { text: string }).text)
  }

  seqs(conversationId: number): number[] {
    return this.entries
      .filter((entry) => entry.conversationId === conversationId)
      .map(({ seq }) => seq)
  }
}

/** A new operator with a client that is online. */
export async function chatter(
  options: Partial<MessagingOptions> = {}
): Promise<Person & { chat: Chatter }> {
  const someone = await person()
  return { ...someone, chat: await Chatter.of(someone.token, options).online() }
}
