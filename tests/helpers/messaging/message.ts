import type { ApiClient } from '@japa/api-client'
import { callsOf } from './calls.js'
import { online, text } from './people.js'

/** A message of Ann's to Bob, and what both of them do with it. */
export async function message(client: ApiClient, words = 'Hello') {
  const [ann, bob] = [await online(), await online()]
  const { conversationId, seq } = await ann.peer.ask(text(words, { to: bob.user.id }))
  const place = { conversationId, seq }
  let edits = 0
  const edit = (content: string, values: object = {}) => ({
    ...{ type: 'edit', ...place, clientMessageId: `edit-${ann.user.id}-${++edits}` },
    ...{ content: { text: content }, ...values },
  })
  const react = (reaction: string, on = true) => ({ type: 'react', ...place, reaction, on })
  const history = () => callsOf(client, bob).get(`conversations/${conversationId}/messages`)
  return { ann, bob, place, conversationId, seq, edit, react, history }
}
