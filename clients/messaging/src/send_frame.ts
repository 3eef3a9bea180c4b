import { MessagingError } from './errors.js'
import type { ContentType, SendFrame } from './frames.js'

/** A conversation, or a person: the conversation with them is made with the first message. */
export type Place = { conversationId: number } | { to: number }

export interface Draft {
  contentType: ContentType
  content: unknown
  /** `seq` of the message that this one answers. */
  replyTo?: number
  /** Members who should notice. */
  mentions?: number[]
  /** Made up unless given; a repeat under the same one is stored once, also after a restart of the application. */
  clientMessageId?: string
}

/** Room for the frame's `id` is left. */
const LARGEST_FRAME = 64 * 1024 - 64

/** @throws MessagingError when the service would close the socket for its size */
export function sendFrame(where: Place, draft: Draft): SendFrame {
  const frame: SendFrame = {
    type: 'send',
    ...where,
    ...draft,
    clientMessageId: draft.clientMessageId ?? randomId(),
  }
  if (new TextEncoder().encode(JSON.stringify(frame)).length <= LARGEST_FRAME) return frame
  throw new MessagingError({ code: 413, message: 'The message is too large; send it as a file' })
}

/** `crypto.randomUUID` is missing in pages that did not come over HTTPS. */
function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
