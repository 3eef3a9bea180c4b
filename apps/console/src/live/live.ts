import { reactive } from 'vue'
import {
  MemoryPositions,
  MessagingClient,
  type MessagingEvents,
  type State,
} from '@chancery/messaging-client'
import type { ChanceryError } from '@chancery/http-client'
import { chancery, root } from '../service'
import { refreshMe } from '../session'
import {
  conversations,
  followConversations,
  forgetConversations,
  isRead,
  loadConversations,
} from './conversations'
import { loadDrafts } from './drafts'
import { followOutbox, forgetOutbox } from './outbox'
import { forgetPeople } from './people'
import { followPresence, forgetPresence } from './presence'
import { followTyping, forgetTyping } from './typing'

const TRY_AGAIN_MS = 3_000
const FORGETTING = [forgetConversations, forgetOutbox, forgetPeople, forgetPresence, forgetTyping]

/** State of messaging in this window. */
export const live = reactive<{
  /** Whether the service has messaging and the conversations are loaded. */
  isThere: boolean
  state: State
  /** The connection was lost and is not open again. */
  isLost: boolean
  /** The service has no messaging. */
  isAbsent: boolean
  /** Rises when everything has to be loaded again. */
  epoch: number
}>({ isThere: false, state: 'idle', isLost: false, isAbsent: false, epoch: 0 })

let client: MessagingClient | null = null
let begun = 0
let timer: number | undefined

/** @throws before `beginLive` has loaded the conversations, and after `endLive` */
export function messaging(): MessagingClient {
  if (!client) throw new Error('There is no messaging')
  return client
}

/** Listens to an event of the client. Returns a function that stops it. */
export function onLive<Name extends keyof MessagingEvents>(
  name: Name,
  listener: (payload: MessagingEvents[Name]) => void
): () => void {
  return client ? client.on(name, listener) : () => {}
}

/** Loads the conversations and opens the socket of the window, unless the service has no messaging. */
export async function beginLive(userId: number): Promise<void> {
  endLive()
  const attempt = ++begun
  try {
    await loadConversations()
    if (attempt === begun) open(userId)
  } catch (error) {
    if (attempt !== begun) return
    const { status } = error as ChanceryError
    const isPassing = status === undefined || status === 429 || status >= 500
    live.isAbsent = !isPassing
    if (isPassing) timer = window.setTimeout(() => void beginLive(userId), TRY_AGAIN_MS)
  }
}

/** Connects now instead of at the next attempt. */
export function reconnect(): void {
  if (client?.state === 'waiting') client.connect()
}

export function endLive(): void {
  begun++
  window.clearTimeout(timer)
  client?.close()
  client = null
  Object.assign(live, { isThere: false, state: 'idle', isLost: false, isAbsent: false })
  for (const forget of FORGETTING) forget()
}

/** Marks a conversation as read up to a `seq`. */
export function markRead(conversationId: number, seq: number): void {
  const known = conversations.get(conversationId)
  if (!known || known.left || (seq <= known.readSeq && !known.markedUnread)) return
  messaging().markRead(conversationId, seq)
  isRead({ conversationId, seq })
}

/** The client begins after the entries that the loaded conversations contain. */
function open(userId: number) {
  const positions = [...conversations.values()].map(({ id, lastSeq }) => [id, lastSeq] as const)
  client = new MessagingClient({
    baseUrl: root,
    accessToken: (refused) => chancery.tokens.current({ otherThan: refused }),
    positions: new MemoryPositions(positions),
  })
  client.on('state', noteState)
  client.on('ended', () => void refreshMe().catch(() => {}))
  client.on('epoch', () => void loadAnew())
  loadDrafts(userId)
  followConversations(client, userId)
  followPresence(client)
  followTyping(client)
  followOutbox(client, userId)
  live.isThere = true
  client.connect()
}

function noteState(state: State) {
  live.state = state
  if (state === 'waiting' || state === 'online') live.isLost = state === 'waiting'
}

/** The service was restored from a backup. */
async function loadAnew() {
  const attempt = begun
  forgetConversations()
  try {
    await loadConversations()
    live.epoch++
  } catch {
    if (attempt === begun) timer = window.setTimeout(() => void loadAnew(), TRY_AGAIN_MS)
  }
}
