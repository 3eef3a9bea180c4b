import type { ApiClient } from '@japa/api-client'
import { callsOf } from './calls.js'
import { online, text } from './people.js'

export interface Hit {
  messageId: number
  conversationId: number
  seq: number
  actorId: number | null
  contentType: string
  excerpt: { text: string; hit: { from: number; to: number } | null }
}

export interface Hits {
  items: Hit[]
  nextCursor: string | null
}

export const searchOf = (client: ApiClient, who: { token: string }) => {
  const { get } = callsOf(client, who)
  return (query: Record<string, unknown>) => get('messages', query) as Promise<Hits>
}
export const marked = ({ excerpt: { text: whole, hit } }: Hit) =>
  hit && whole.slice(hit.from, hit.to)

/** Ann says these things to Bob, one after another. */
export async function said(...texts: string[]) {
  const [ann, bob] = [await online(), await online()]
  let conversationId = 0
  for (const one of texts) ({ conversationId } = await ann.peer.ask(text(one, { to: bob.user.id })))
  return { ann, bob, conversationId }
}
