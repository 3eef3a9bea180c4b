import { describeChannel, type ChannelMessage } from '#kernel/http/main'
import type { Shape } from '#kernel/contracts/main'
import {
  E_CONVERSATION_CLOSED,
  E_FRAME,
  E_FRAME_SIZE,
  E_HANDSHAKE,
  E_NO_WRITING,
  E_RECALL_REFUSED,
  E_RECEIVER,
} from '../errors.js'
import { clientFrames } from './client_frames.js'
import { serverFrames } from './server_frames.js'

const SUMMARIES: Readonly<Record<string, string>> = {
  auth: 'Say who one is, or renew it',
  ping: 'Ask for a sign of life',
  send: 'Send a message',
  recall: 'Take a message back',
  sync: 'Ask for what was missed',
  ready: 'The socket is open and known',
  ack: 'A frame was carried out; of `send`, after the commit',
  error: 'A frame was refused',
  message: 'A message of a conversation',
  notice: 'A message of the service',
  recalled: 'A message was taken back',
  read: 'Somebody has read up to a message',
  typing: 'Somebody is writing',
  presence: 'Who is online',
  conversation: 'A group or its members changed',
  pong: 'A sign of life',
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
      E_HANDSHAKE,
      E_FRAME,
      E_FRAME_SIZE,
      E_RECEIVER,
      E_NO_WRITING,
      E_CONVERSATION_CLOSED,
      E_RECALL_REFUSED,
    ],
  })
  describeChannel({
    plugin: 'messaging',
    name: 'notices',
    address: '/app/im/events',
    protocol: 'sse',
    summary: 'Notices alone, as server-sent events',
    fromService: messagesOf({ notice: serverFrames.notice }),
  })
}

function messagesOf(frames: Readonly<Record<string, Shape>>): ChannelMessage[] {
  return Object.entries(frames).map(([name, payload]) => ({
    name,
    summary: SUMMARIES[name] ?? name,
    payload,
  }))
}
