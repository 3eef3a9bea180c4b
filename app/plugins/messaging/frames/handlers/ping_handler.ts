import { clock } from '#kernel/state/main'
import type { Connection } from '../../gateway/connection.js'
import type { ClientFrame } from '../client_frames.js'
import type { FrameHandler } from '../frame_handler.js'

/** For clients in browsers, which cannot send the protocol's own pings. */
export class PingHandler implements FrameHandler<'ping'> {
  async handle(connection: Connection, { id }: ClientFrame<'ping'>): Promise<null> {
    connection.send({ type: 'pong', id, serverTime: clock.date().toISOString() })
    return null
  }
}
