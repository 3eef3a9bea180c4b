import { MemoryPositions, MessagingClient, type Message } from '@chancery/messaging-client'
import type { messagingConversationsIndex, Answered } from '@chancery/http-client'
import { chancery, root } from '../service'

export type Conversation = Answered<
  Awaited<ReturnType<typeof messagingConversationsIndex>>
>['items'][number]

export interface LiveHandlers {
  /** Something happened in a conversation: what is unread may be another count. Called once for all that comes at once. */
  changed: () => void
  notice: (notice: Message) => void
  /** The connection was lost, and is being opened again. */
  lost: () => void
  /** The session is over. */
  ended: () => void
}

const TOGETHER_MS = 200

/**
 * What happens while somebody looks, over one socket of the window.
 *
 * @param conversations as they are shown; only what comes after them is told
 * @returns what closes the socket
 */
export function listen(conversations: readonly Conversation[], handlers: LiveHandlers): () => void {
  const positions = conversations.map(({ id, lastSeq }) => [id, lastSeq] as const)
  const client = new MessagingClient({
    baseUrl: root,
    accessToken: (refused) => chancery.tokens.current({ otherThan: refused }),
    positions: new MemoryPositions(positions),
  })
  let timer: number | undefined
  const changed = () => {
    window.clearTimeout(timer)
    timer = window.setTimeout(handlers.changed, TOGETHER_MS)
  }
  for (const event of ['entry', 'read', 'mine', 'reset', 'gone', 'epoch'] as const)
    client.on(event, changed)
  client.on('notice', handlers.notice)
  client.on('state', (state) => void (state === 'waiting' && handlers.lost()))
  client.on('ended', handlers.ended)
  client.connect()
  return () => {
    window.clearTimeout(timer)
    client.close()
  }
}
