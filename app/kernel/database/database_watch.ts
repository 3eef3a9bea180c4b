import type { DatabasePresence } from './database_presence.js'
import type { SilentConnections } from './silent_connections.js'

const LOOK_MS = 1_000
const ASK_MS = 5_000
/** While it is known to be lost. */
const LONGEST_SILENCE_SECONDS = 10

/** Asks after the database although nobody else does, and gives up connections over which it does not answer. */
export class DatabaseWatch {
  readonly #timers: NodeJS.Timeout[] = []

  /** @param longestSeconds that a question may wait without hearing anything; 0 for without end */
  constructor(
    private readonly presence: Pick<DatabasePresence, 'answers' | 'isKnownLost'>,
    private readonly connections: Pick<SilentConnections, 'look'>,
    private readonly longestSeconds: number
  ) {}

  start(): void {
    this.#timers.push(setInterval(() => void this.presence.answers(), ASK_MS).unref())
    if (this.longestSeconds > 0) this.#timers.push(setInterval(() => this.#look(), LOOK_MS).unref())
  }

  stop(): void {
    for (const timer of this.#timers) clearInterval(timer)
  }

  #look(): void {
    const whileLost = Math.min(LONGEST_SILENCE_SECONDS, this.longestSeconds)
    this.connections.look(this.presence.isKnownLost ? whileLost : this.longestSeconds)
  }
}
