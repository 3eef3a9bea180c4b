import { computed, reactive } from 'vue'
import { messagingConversationsIndex, type Answered } from '@chancery/http-client'
import type { Entry, LaterChange, MessagingClient, ReadFrame } from '@chancery/messaging-client'
import { chancery } from '../service'
import { t } from '../texts'
import { changedLine, isChange } from './lines'
import { allPages } from './pages'
import { learn } from './people'
import { watchPresence } from './presence'

export type Conversation = Answered<
  Awaited<ReturnType<typeof messagingConversationsIndex>>
>['items'][number]

const PAGE = 200
const TOGETHER_MS = 200
const AFTER_FAILURE_MS = 2_000
/** The service counts up to this in one conversation. */
const MOST_UNREAD = 100

/** The user's conversations by id, and the groups they left that were loaded. */
export const conversations = reactive(new Map<number, Conversation>())

export const systemConversation = computed(() =>
  [...conversations.values()].find(({ type }) => type === 'system')
)

export const isMuted = ({ mutedUntil }: Conversation): boolean =>
  mutedUntil !== null && Date.parse(mutedUntil) > Date.now()

/** A conversation that is marked as unread counts as at least one. */
export const unreadIn = ({ unread, markedUnread }: Conversation): number =>
  Math.max(unread, Number(markedUnread))

/** Over all conversations, without muted ones and notices. */
export const unreadMessages = computed(() =>
  [...conversations.values()]
    .filter((one) => one.type !== 'system' && !one.left && !isMuted(one))
    .reduce((sum, one) => sum + unreadIn(one), 0)
)

export function titleOf({ type, peer, name }: Conversation): string {
  if (type === 'system') return t('notices.title')
  return peer ? peer.nickname || peer.username : (name ?? t('messages.somebody'))
}

export const withPeer = (userId: number): Conversation | undefined =>
  [...conversations.values()].find(({ peer }) => peer?.id === userId)

/** Loads all conversations, and removes those that the service no longer lists. @throws ChanceryError */
export async function loadConversations(): Promise<void> {
  const listed = new Set<number>()
  const all = await allPages((query) => chancery.call(messagingConversationsIndex, { query }))
  for (const one of all) put(one, listed)
  for (const { id, left } of conversations.values())
    if (!left && !listed.has(id)) conversations.delete(id)
}

/** Loads the groups that the user has left. @throws ChanceryError */
export async function loadLeft(): Promise<void> {
  const query = { left: true, pageSize: PAGE }
  const { items } = await chancery.call(messagingConversationsIndex, { query })
  for (const one of items) put(one)
}

let waiting = new Set<number>()
let timer: number | undefined

/** Loads a conversation again soon, in one request with others. */
export function refreshSoon(id: number): void {
  waiting.add(id)
  timer ??= window.setTimeout(() => void refreshWaiting(), TOGETHER_MS)
}

async function refreshWaiting() {
  const ids = [...waiting].slice(0, PAGE)
  waiting = new Set([...waiting].slice(PAGE))
  let delay = TOGETHER_MS
  try {
    await refresh(ids)
  } catch {
    for (const id of ids) waiting.add(id)
    delay = AFTER_FAILURE_MS
  }
  timer = waiting.size > 0 ? window.setTimeout(() => void refreshWaiting(), delay) : undefined
}

/** Loads some conversations again, also those that the user has left. @throws ChanceryError */
export async function refresh(ids: readonly number[]): Promise<void> {
  const listed = new Set<number>()
  for (const left of [false, true]) {
    const asked = ids.filter((id) => !listed.has(id))
    if (asked.length === 0) return
    const query = { ids: asked.join(','), left, pageSize: PAGE }
    const { items } = await chancery.call(messagingConversationsIndex, { query })
    for (const one of items) put(one, listed)
  }
  for (const id of ids) if (!listed.has(id)) conversations.delete(id)
}

/**
 * Stores an answer of the service. While the service does not know a read mark yet, its counts are not taken: they are loaded
 * again once it does.
 */
export function put(answer: Conversation, listed = new Set<number>()): void {
  listed.add(answer.id)
  learn([answer.peer])
  if (answer.peer) watchPresence([answer.peer.id])
  const known = conversations.get(answer.id)
  if (known && known.lastSeq > answer.lastSeq && !answer.left) return refreshSoon(answer.id)
  const isReadHere = known !== undefined && known.readSeq > answer.readSeq
  conversations.set(answer.id, isReadHere ? { ...answer, ...countsOf(known) } : answer)
}

const countsOf = (known: Conversation) => {
  const { readSeq, lastSeq, unread, unreadMentions, lastMessage, lastMessageAt } = known
  return { readSeq, lastSeq, unread, unreadMentions, lastMessage, lastMessageAt }
}

/** Applies the events of the socket to the list. */
export function followConversations(client: MessagingClient, userId: number): void {
  client.on('entry', (entry) => take(entry, userId))
  client.on('read', (frame) => void (frame.userId === userId && isReadThere(frame)))
  client.on('mine', ({ conversationId, type: _, ...settings }) => {
    const known = conversations.get(conversationId)
    if (known) Object.assign(known, settings)
  })
  client.on('reset', ({ conversationId }) => refreshSoon(conversationId))
  client.on('gone', ({ conversationId }) => refreshSoon(conversationId))
}

export function forgetConversations(): void {
  window.clearTimeout(timer)
  timer = undefined
  waiting.clear()
  conversations.clear()
}

/** Applies an entry to its conversation. */
function take(entry: Entry, userId: number) {
  const known = conversations.get(entry.conversationId)
  if (!known) return refreshSoon(entry.conversationId)
  // An answer may have brought it already.
  const isKnown = entry.seq <= known.lastSeq
  known.lastSeq = Math.max(known.lastSeq, entry.seq)
  if (isChange(entry)) return change(known, entry)
  if (isKnown) return
  if (entry.kind !== 'message') return refreshSoon(known.id)
  known.lastMessage = { ...entry, contentLeftOut: false } as Conversation['lastMessage']
  known.lastMessageAt = entry.createdAt
  if (entry.actorId === userId) return isRead({ conversationId: known.id, seq: entry.seq })
  if (entry.seq <= known.readSeq) return
  known.unread = Math.min(known.unread + 1, MOST_UNREAD)
  if (entry.mentions?.includes(userId)) known.unreadMentions += 1
}

function change(known: Conversation, entry: LaterChange) {
  if (known.lastMessage) known.lastMessage = changedLine(known.lastMessage, entry)
  if (entry.kind === 'recall' && entry.targetSeq > known.readSeq) refreshSoon(known.id)
}

/** Applies a read mark. */
export function isRead({ conversationId, seq }: Pick<ReadFrame, 'conversationId' | 'seq'>): void {
  const known = conversations.get(conversationId)
  if (!known) return
  known.readSeq = Math.max(known.readSeq, seq)
  known.markedUnread = false
  if (known.readSeq >= known.lastSeq) Object.assign(known, { unread: 0, unreadMentions: 0 })
}

/** Applies a read mark that the service knows, set here or on another device. */
function isReadThere(frame: ReadFrame) {
  isRead(frame)
  const known = conversations.get(frame.conversationId)
  if (known && frame.seq < known.lastSeq) refreshSoon(known.id)
}
