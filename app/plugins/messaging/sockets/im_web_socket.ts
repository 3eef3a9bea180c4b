import { WebSocket } from 'ws'
import { failureBody } from '#kernel/http/main'
import type { Language } from '#kernel/languages/main'
import { CLOSE } from './close_codes.js'
import { refusals } from '../errors.js'
import type { Connection } from './connection.js'

const MESSAGE_TOO_BIG = 1009

/** A socket that knows its connection, so that all of them share their listeners. */
export class ImWebSocket extends WebSocket {
  connection!: Connection

  /** `ws` itself closes on a frame beyond the limit, as soon as its length is known; clients are told why, and our code. */
  close(code?: number, reason?: string | Buffer) {
    if (code !== MESSAGE_TOO_BIG) return super.close(code, reason)
    this.connection.send(tooLarge(this.connection.language))
    super.close(CLOSE.tooLarge.code, CLOSE.tooLarge.reason)
  }
}

/** Which frame it was cannot be said: it is not read. */
function tooLarge(language: Language) {
  const { code, message, data } = failureBody(new refusals.E_FRAME_SIZE(), language)
  return { type: 'error', code, message, ...data }
}
