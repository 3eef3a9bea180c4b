import { describeChannel, type ChannelMessage } from '#kernel/http/main'
import type { Shape } from '#kernel/contracts/main'
import { refusals } from '../errors.js'
import { clientFrames } from './client_frames.js'
import { entryShape } from '../transformers/entry_transformer.js'
import { serverFrames } from './server_frames.js'

const SUMMARIES: Readonly<Record<string, string>> = {
  auth: 'Say who one is, or renew the token',
  ping: 'Ask for an answer',
  send: 'Send a message',
  edit: 'Change the text of a message',
  recall: 'Take a message back',
  react: 'React to a message, or take a reaction back',
  pin: 'Pin a message for everybody, or unpin it',
  sync: 'Ask for what was missed',
  ready: 'It is known whose socket it is: sync now',
  ack: 'A frame was carried out; what it writes is stored',
  error: 'A frame was refused',
  entries: 'What happened in a conversation',
  read: 'Read up to an entry',
  mine: 'One’s own settings of a conversation changed',
  typing: 'Somebody is typing',
  presence: 'Who is online',
  pong: 'The answer to a ping',
}

const DESCRIPTION = `One JSON object per text frame. Ways in, best first: \`?ticket=\`, \`Authorization: Bearer\`, the sub-protocols
\`im.v1, bearer.<accessToken>\`, a first frame \`auth\` within 5 seconds, \`?token=\`. Close codes: 4401 unauthenticated,
4408 no auth frame in time, 4413 frame too large, 4429 too fast, 1013 too slow, 1012 restarting.`

/** Puts the socket and the stream of notices into the API description. */
export function describeMessaging(path: string): void {
  describeChannel({
    plugin: 'messaging',
    name: 'im',
    address: path,
    protocol: 'ws',
    summary: 'Conversations',
    description: DESCRIPTION,
    fromClient: messagesOf(clientFrames),
    fromService: messagesOf(serverFrames),
    failures: [
      refusals.E_HANDSHAKE,
      refusals.E_FRAME,
      refusals.E_FRAME_SIZE,
      refusals.E_RECEIVER,
      refusals.E_NO_WRITING,
      refusals.E_CONVERSATION_CLOSED,
      refusals.E_CLIENT_MESSAGE_ID,
      refusals.E_EDIT_REFUSED,
      refusals.E_RECALLED,
      refusals.E_RECALL_REFUSED,
      refusals.E_REACTIONS_FULL,
      refusals.E_PINS_FULL,
    ],
  })
  describeChannel({
    plugin: 'messaging',
    name: 'notices',
    address: '/app/im/events',
    protocol: 'sse',
    summary: 'Notices alone, as server-sent events',
    fromService: messagesOf({ notice: entryShape }),
  })
}

function messagesOf(frames: Readonly<Record<string, Shape>>): ChannelMessage[] {
  return Object.entries(frames).map(([name, payload]) => ({
    name,
    summary: SUMMARIES[name] ?? name,
    payload,
  }))
}
