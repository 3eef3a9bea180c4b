import { MessagingError } from './errors.js'
import type { ContentType, EditFrame, MessagePlace, SendFrame } from './frames.js'

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

/** Room for the frame's `id`. */
const ROOM = 64

/** @throws MessagingError when the service would close the socket for its size */
export function sendFrame(where: Place, draft: Draft, frameBytes: number): SendFrame {
  const { clientMessageId = randomId(), ...rest } = draft
  return fitting({ type: 'send', ...where, ...rest, clientMessageId }, frameBytes)
}

/** @throws MessagingError alike */
export function editFrame(place: MessagePlace, content: unknown, frameBytes: number): EditFrame {
  const { conversationId, seq } = place
  return fitting(
    { type: 'edit', conversationId, seq, content, clientMessageId: randomId() },
    frameBytes
  )
}

function fitting<Frame extends object>(frame: Frame, frameBytes: number): Frame {
  const { length } = new TextEncoder().encode(JSON.stringify(frame))
  if (length <= frameBytes - ROOM) return frame
  throw new MessagingError({ code: 413, message: 'The message is too large; send it as a file' })
}

/** `crypto.randomUUID` is missing in pages that did not come over HTTPS. */
function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
