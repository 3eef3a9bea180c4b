import type { Claims } from './tokens.js'

export interface SentReply {
  status: number
  body: string
}

export interface CallbackEvent {
  kind: 'callback'
  key: string
  status: number
  /** Counted from 1; 2 to 4 are retries. */
  attempt: number
  url: string
  headers: Record<string, string>
  bodyText: string
  payload: Claims
  /** Absent when the connection dropped. */
  reply?: SentReply
  dropped?: string
  /** What the host had answered when its answer got lost. */
  lost?: SentReply
}

export interface ContentEvent {
  kind: 'content'
  key: string
  url: string
  headers: Record<string, string>
  status?: number
  bytes?: number
  dropped?: string
}

export interface CommandEvent {
  kind: 'command'
  path: string
  command: Claims
  reply: Claims
}

export interface DownloadEvent {
  kind: 'download'
  path: string
  status: number
  fault?: string
}

/** What the server tells the person's editor over its socket. */
export interface EditorEvent {
  kind: 'editor'
  key: string
  user: string
  message: { type: string } & Claims
}

export interface ForgottenEvent {
  kind: 'forgotten'
  key: string
  bytes: number
}

/** Text that the server deletes: two saves of one key were under way, and the older one ended last. */
export interface DiscardedEvent {
  kind: 'discarded'
  key: string
  texts: readonly string[]
}

export type LoggedEvent = { at: number } & (
  | CallbackEvent
  | ContentEvent
  | CommandEvent
  | DownloadEvent
  | EditorEvent
  | ForgottenEvent
  | DiscardedEvent
)

type Unstamped<T> = T extends { at: number } ? Omit<T, 'at'> : never
export type NewEvent = Unstamped<LoggedEvent>

/** Everything sent and answered, in the order in which it was settled. */
export class EventLog {
  readonly entries: LoggedEvent[] = []
  constructor(
    private readonly now: () => number,
    private readonly hear?: (event: LoggedEvent) => void
  ) {}

  add(event: NewEvent): void {
    const entry = { at: this.now(), ...event } as LoggedEvent
    this.entries.push(entry)
    this.hear?.(entry)
  }

  of<K extends LoggedEvent['kind']>(kind: K): Extract<LoggedEvent, { kind: K }>[] {
    const isOfKind = (entry: LoggedEvent): entry is Extract<LoggedEvent, { kind: K }> =>
      entry.kind === kind
    return this.entries.filter(isOfKind)
  }

  /** Commands about that key. */
  commandsOf(key: string): Claims[] {
    return this.of('command').flatMap(({ command }) => (command.key === key ? [command] : []))
  }

  callbacks(status?: number): Extract<LoggedEvent, { kind: 'callback' }>[] {
    return this.of('callback').filter((entry) => status === undefined || entry.status === status)
  }

  clear(): void {
    this.entries.length = 0
  }
}
