export type BusHandler = (payload: unknown) => void | Promise<void>
export type Unsubscribe = () => Promise<void>

/**
 * Messages between nodes, best effort: who is not connected misses them, and a message may arrive twice around a
 * loss. The publishing node gets its own messages too. Payloads travel as JSON.
 */
export abstract class Bus {
  /** `false` while messages of other nodes cannot arrive. */
  abstract readonly connected: boolean

  /**
   * Never throws. While the other nodes cannot be reached only this node's handlers run; once they can be again,
   * every node is told through `onRestored` that it missed something.
   */
  abstract publish(channel: string, payload: unknown): Promise<void>

  /** Resolves when messages published from now on arrive, or at once while the connection is lost. */
  abstract subscribe(channel: string, handler: BusHandler): Promise<Unsubscribe>

  /** Runs when messages may have been missed: read what is true from where it is kept. */
  abstract onRestored(handler: () => void | Promise<void>): void
}
