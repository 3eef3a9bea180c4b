import { computed, shallowReactive } from 'vue'
import {
  ClosedError,
  type Draft,
  type MessagingClient,
  type MessagingError,
  type Place,
} from '@chancery/messaging-client'
import { stored } from '../stored'

/** A message that the service has not stored yet. */
export interface Pending {
  clientMessageId: string
  where: Place
  draft: Draft
  /** When it was written, in milliseconds. */
  at: number
  /** Why the service refused it. A refused message is sent again on request only. */
  refusal?: { reason?: string; message: string }
}

const waiting = shallowReactive(new Map<string, Pending>())
let client: MessagingClient | null = null
let prefix = ''

/** In the order of writing. */
export const pending = computed(() => [...waiting.values()].sort((one, other) => one.at - other.at))

/** Sends a message now or once there is a connection, also after a reload of the page. */
export function post(where: Place, draft: Draft): void {
  const at = Math.max(Date.now(), (pending.value.at(-1)?.at ?? 0) + 1)
  const message: Pending = { clientMessageId: randomId(), where, draft, at }
  keep(message)
  void send(message)
}

export function sendAgain({ refusal: _, ...message }: Pending): void {
  keep(message)
  void send(message)
}

export function discard({ clientMessageId }: Pick<Pending, 'clientMessageId'>): void {
  waiting.delete(clientMessageId)
  stored.remove(prefix + clientMessageId)
}

/** Sends the messages that an earlier page stored. */
export function followOutbox(of: MessagingClient, userId: number): void {
  client = of
  prefix = `messages.pending.${userId}.`
  for (const id of stored.keysAfter(prefix)) load(id)
  of.on('message', ({ actorId, clientMessageId }) => {
    if (actorId === userId && clientMessageId) discard({ clientMessageId })
  })
  window.addEventListener('storage', onStorage)
  for (const message of pending.value) if (!message.refusal) void send(message)
}

export function forgetOutbox(): void {
  window.removeEventListener('storage', onStorage)
  client = null
  waiting.clear()
}

function load(id: string) {
  const message = stored.read<Pending | null>(prefix + id, null)
  if (message) waiting.set(id, message)
}

function keep(message: Pending) {
  waiting.set(message.clientMessageId, message)
  stored.write(prefix + message.clientMessageId, message)
}

async function send(message: Pending) {
  const { clientMessageId, where, draft } = message
  try {
    await client?.send(where, { ...draft, clientMessageId })
    discard(message)
  } catch (error) {
    // The session ended: the message is sent after the next login.
    if (error instanceof ClosedError || !waiting.has(clientMessageId)) return
    const { reason, message: text } = error as MessagingError
    keep({ ...message, refusal: { reason, message: text } })
  }
}

/** Another tab has sent or discarded a message. */
function onStorage({ key, newValue }: StorageEvent) {
  const [, id] = key?.split(prefix) ?? []
  if (id && newValue === null) waiting.delete(id)
}

/** `crypto.randomUUID` is missing in pages that did not come over HTTPS. */
function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
