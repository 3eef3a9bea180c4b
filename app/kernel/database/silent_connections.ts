import type { EventEmitter } from 'node:events'
import type { Socket } from 'node:net'

/** What is read of the connections of `pg` and `mysql2`; neither has a word for it that is meant for others. */
interface Driven extends EventEmitter {
  /** Of `mysql2`. */
  readonly stream?: Socket
  /** What it has sent and not heard the end of, of `mysql2`. */
  readonly _command?: unknown
  /** Of `pg`. */
  readonly connection?: { readonly stream: Socket }
  /** Whether nothing is under way, of `pg`. */
  readonly readyForQuery?: boolean | null
  /** The query builder’s mark of a transaction. */
  readonly __knexTxId?: unknown
}

interface Heard {
  bytes: number
  /** For so many looks it has waited and heard nothing. */
  silentFor: number
}

/**
 * The connections to a database server of this process. A server that went away without a word answers no question,
 * and neither driver nor pool gives a connection up that waits for an answer: what was asked would wait for ever, and
 * the connection would be missing from the pool for good. `query_timeout` of `pg` leaves such a connection in the
 * pool, and `timeout` of `mysql2` knows nothing of what waits behind; both count the whole time of a query, not
 * silence. Here its socket is destroyed, whereupon the driver fails all that waits and the pool makes another one.
 */
export class SilentConnections {
  readonly #connections = new Map<Driven, Heard>()

  /** From now on until it is closed. */
  watch(connection: object): void {
    const driven = connection as Driven
    const socket = socketOf(driven)
    this.#connections.set(driven, { bytes: socket.bytesRead, silentFor: 0 })
    socket.once('close', () => this.#connections.delete(driven))
  }

  /**
   * To be called every second, which counts only seconds in which this process ran.
   *
   * @param longestSeconds for which a question may wait without hearing a byte
   */
  look(longestSeconds: number): void {
    for (const [driven, heard] of this.#connections) {
      note(driven, heard)
      if (heard.silentFor > longestSeconds) giveUp(driven)
    }
  }

  /** What lies idle may lead to where nobody answers any more. */
  giveUpIdle(): void {
    for (const driven of this.#connections.keys())
      if (!isWaiting(driven) && driven.__knexTxId === undefined) giveUp(driven)
  }
}

/** Those of `config/database.ts`. */
export const silentConnections = new SilentConnections()

function note(driven: Driven, heard: Heard): void {
  const { bytesRead } = socketOf(driven)
  const isSilent = isWaiting(driven) && bytesRead === heard.bytes
  heard.bytes = bytesRead
  heard.silentFor = isSilent ? heard.silentFor + 1 : 0
}

function isWaiting(driven: Driven): boolean {
  if (socketOf(driven).isPaused()) return false
  return driven.connection ? driven.readyForQuery === false : Boolean(driven._command)
}

function giveUp(driven: Driven): void {
  // The pool may have let go of it, and an error that nobody listens to ends the process.
  driven.on('error', () => undefined)
  const silence = new Error('the database does not answer: the connection was given up')
  socketOf(driven).destroy(Object.assign(silence, { code: 'ETIMEDOUT' }))
}

function socketOf(driven: Driven): Socket {
  return driven.connection?.stream ?? driven.stream!
}
