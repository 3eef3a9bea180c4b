import { shallowReactive } from 'vue'
import type { MessagingClient, UserPresence } from '@chancery/messaging-client'

const MOST_AT_ONCE = 200
/** Limit of the service for one socket. */
const MOST_WATCHED = 1_000

const presence = shallowReactive(new Map<number, UserPresence>())
const watched = new Set<number>()
let waiting: number[] = []
let client: MessagingClient | null = null

export const presenceOf = (userId: number): UserPresence | undefined => presence.get(userId)

/** Subscribes to the presence of people. */
export function watchPresence(userIds: readonly number[]): void {
  const fresh = userIds.filter((id) => !watched.has(id))
  if (fresh.length === 0) return
  for (const id of fresh.slice(0, MOST_WATCHED - watched.size)) watched.add(id)
  if (waiting.length === 0) queueMicrotask(() => void askFor(waiting.splice(0)))
  waiting.push(...fresh)
}

/** Subscribes again with each new socket. */
export function followPresence(of: MessagingClient): void {
  client = of
  of.on('presence', note)
  of.on('state', (state) => {
    if (state === 'online') void askFor([...watched])
    else if (state === 'waiting') presence.clear()
  })
}

export function forgetPresence(): void {
  client = null
  presence.clear()
  watched.clear()
}

/** Whatever fails is requested again with the next socket. */
async function askFor(userIds: readonly number[]) {
  if (client?.state !== 'online') return
  for (let from = 0; from < userIds.length; from += MOST_AT_ONCE) {
    const some = userIds.slice(from, from + MOST_AT_ONCE)
    await client?.presence(some, true).then(note, () => {})
  }
}

function note(users: readonly UserPresence[]) {
  for (const one of users) presence.set(one.userId, one)
}
