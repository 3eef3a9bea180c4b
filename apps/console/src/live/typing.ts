import { shallowReactive } from 'vue'
import type { MessagingClient } from '@chancery/messaging-client'

/** Clients report every few seconds that somebody is typing. */
const SHOWN_MS = 5_000

/** Ids of the people who are typing, by conversation. */
const typing = shallowReactive(new Map<number, readonly number[]>())
const timers = new Map<string, number>()

export const typingIn = (conversationId: number): readonly number[] =>
  typing.get(conversationId) ?? []

export function followTyping(client: MessagingClient): void {
  client.on('typing', ({ conversationId, userId }) => {
    const key = `${conversationId} ${userId}`
    window.clearTimeout(timers.get(key))
    timers.set(key, window.setTimeout(stop, SHOWN_MS, conversationId, userId))
    typing.set(conversationId, [...new Set([...typingIn(conversationId), userId])])
  })
  client.on(
    'message',
    ({ conversationId, actorId }) => void (actorId && stop(conversationId, actorId))
  )
}

export function forgetTyping(): void {
  for (const timer of timers.values()) window.clearTimeout(timer)
  timers.clear()
  typing.clear()
}

function stop(conversationId: number, userId: number) {
  window.clearTimeout(timers.get(`${conversationId} ${userId}`))
  timers.delete(`${conversationId} ${userId}`)
  const left = typingIn(conversationId).filter((id) => id !== userId)
  if (left.length > 0) typing.set(conversationId, left)
  else typing.delete(conversationId)
}
