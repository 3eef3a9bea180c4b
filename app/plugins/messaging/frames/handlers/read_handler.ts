import type { MarkRead } from '../../actions/mark_read.js'
import type { Connection } from '../../gateway/connection.js'
import type { ClientFrame } from '../client_frames.js'
import { Later, type FrameHandler } from '../frame_handler.js'

export class ReadHandler implements FrameHandler<'read'> {
  constructor(private readonly markRead: MarkRead) {}

  async handle(connection: Connection, frame: ClientFrame<'read'>): Promise<Later> {
    const { conversationId, seq } = frame
    return new Later(this.markRead.handle(connection.operator.id, conversationId, seq))
  }
}
