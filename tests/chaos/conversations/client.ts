import type { Dice } from './dice.js'
import type { Line } from './model.js'

/** What a client knows of one conversation. */
export interface Known {
  /** The seq up to which it has everything. */
  position: number
  /** It shows the lines behind it, up to the position. */
  base: number
  readonly lines: Map<number, Line>
}

/** What the application around a client gives to it. */
export interface Surroundings {
  readonly userId: number
  readonly dice: Dice
  /** Of the socket of one of the nodes, for the next connection. */
  url(): string
  /** An access token that is valid now. */
  token(): Promise<string>
  /** With a token; `data` is that of the answer. */
  request(method: string, path: string, body?: object): Promise<{ status: number; data: unknown }>
  /** Takes what contradicts the documentation. */
  report(text: string): void
}

/** One of the service. */
export interface Frame {
  type: string
  id?: number
  [member: string]: any
}

/** Of `docs/messaging.md`: the one of this folder, or another one that is tried. */
export interface Client {
  readonly known: ReadonlyMap<number, Known>
  /** Conversations of which one is no member any more. */
  readonly gone: ReadonlySet<number>
  /** `null` before the first `ready`. */
  readonly epoch: string | null
  /** How often it asked for what it missed. */
  readonly syncs: number
  /** Opens sockets until it is stopped. */
  run(): Promise<void>
  /** Loses the socket. */
  cut(): void
  stop(): void
  readonly isOpen: boolean
  /** The answer to a frame; `null` where the socket was lost. */
  ask(frame: object): Promise<Frame | null>
  /** Reads the history over HTTP, slowly, and applies what changed after it was read. */
  openHistory(conversationId: number): Promise<void>
  /** Resolves once it has caught up with what there is now; `false` where the socket was lost. */
  settle(): Promise<boolean>
}

export type ClientClass = new (surroundings: Surroundings) => Client
