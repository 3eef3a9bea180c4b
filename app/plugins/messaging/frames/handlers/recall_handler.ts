import { E_VALIDATION } from '#kernel/errors/main'
import type { RecallMessage } from '../../actions/recall_message.js'
import type { Connection } from '../../gateway/connection.js'
import type { ClientFrame } from '../client_frames.js'
import type { Ack, FrameHandler } from '../frame_handler.js'

export class RecallHandler implements FrameHandler<'recall'> {
  constructor(private readonly recall: RecallMessage) {}

  async handle(connection: Connection, frame: ClientFrame<'recall'>): Promise<Ack> {
    const { messageId, conversationId, seq } = frame
    if (messageId !== undefined)
      return this.recall.handle(connection.operator.id, { id: messageId })
    if (conversationId !== undefined && seq !== undefined)
      return this.recall.handle(connection.operator.id, { conversationId, seq })
    throw new E_VALIDATION('Say messageId, or conversationId and seq')
  }
}
