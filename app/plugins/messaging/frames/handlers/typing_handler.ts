import type { PostOffice } from '../../delivery/post_office.js'
import type { Connection } from '../../gateway/connection.js'
import type { MessagingConfig } from '../../messaging_config.js'
import type { Rosters } from '../../rosters/rosters.js'
import type { ClientFrame } from '../client_frames.js'
import type { Ack, FrameHandler } from '../frame_handler.js'

/** In large groups nobody is told: everybody's typing would be noise to thousands. Nor in closed ones: nothing will come. */
export class TypingHandler implements FrameHandler<'typing'> {
  constructor(
    private readonly rosters: Rosters,
    private readonly post: PostOffice,
    private readonly config: MessagingConfig
  ) {}

  async handle(connection: Connection, frame: ClientFrame<'typing'>): Promise<Ack | null> {
    const { conversationId, id } = frame
    const userId = connection.operator.id
    const roster = await this.rosters.forMember(conversationId, userId)
    if (!roster.closed && roster.members.size <= this.config.signsUpTo) {
      const typing = { type: 'typing', conversationId, userId }
      await this.post.tell({ conversationId, except: userId, frame: typing })
    }
    return id === undefined ? null : {}
  }
}
