export type BusHandler = (payload: unknown) => void | Promise<void>
export type Unsubscribe = () => Promise<void>

/**
 * Messages between nodes, at most once: who is not connected misses them. The publishing node gets its own
 * messages too. Payloads travel as JSON.
 */
export abstract class Bus {
  /** `false` while messages of other nodes cannot arrive. */
  abstract readonly connected: boolean

  /** @throws E_UNAVAILABLE when the other nodes cannot be reached; this node's handlers have then run */
  abstract publish(channel: string, payload: unknown): Promise<void>

  /** Resolves when messages published from now on arrive, or at once while the connection is lost. */
  abstract subscribe(channel: string, handler: BusHandler): Promise<Unsubscribe>

  /** Runs after the connection was lost and is back: messages may have been missed. */
  abstract onRestored(handler: () => void | Promise<void>): void
}
