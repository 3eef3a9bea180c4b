import { WebSocket } from 'ws'
import { CLOSE } from './close_codes.js'
import type { Connection } from './connection.js'

const MESSAGE_TOO_BIG = 1009

/** A socket that knows its connection, so that all of them share their listeners. */
export class ImWebSocket extends WebSocket {
  connection!: Connection

  /** `ws` itself closes on a frame beyond the limit, as soon as its length is known; clients are told our code. */
  close(code?: number, reason?: string | Buffer) {
    if (code !== MESSAGE_TOO_BIG) return super.close(code, reason)
    super.close(CLOSE.tooLarge.code, CLOSE.tooLarge.reason)
  }
}
