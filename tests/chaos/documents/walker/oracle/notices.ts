import type { History } from '../history/history.js'
import type { Person } from '../stage/person.js'

export interface HeardNotice {
  to: Person
  text: string
}

interface Conversation {
  id: number
  type: string
}

interface Message {
  seq: number
  contentType: string
  content: { title?: string; body?: string; data?: { documentId?: number } } | null
}

const MOST = 200

/** Whoever may not see a document is told its number, which is none of a version. */
const OF_DOCUMENT = /\(no\. \d+\)/g

/** What the people of a walk were told about its document; whoever is disabled cannot look. */
export async function readNotices(history: History): Promise<HeardNotice[]> {
  const heard: HeardNotice[] = []
  const able = history.stage.people.all.filter((person) => !history.disabled.has(person))
  for (const person of able)
    for (const { text, documentId } of await latestNotices(person))
      if (documentId === history.id || history.titles.some((title) => text.includes(title)))
        heard.push({ to: person, text })

  return heard
}

/** Whoever may see the document no more is not told its title. */
async function latestNotices(person: Person) {
  const { items } = await person.need<{ items: Conversation[] }>('GET', '/app/im/conversations')
  const system = items.find(({ type }) => type === 'system')
  if (!system) return []

  const path = `/app/im/conversations/${system.id}/messages?limit=${MOST}`
  const messages = await person.need<{ items: Message[] }>('GET', path)
  return messages.items
    .filter(({ contentType }) => contentType === 'notice')
    .map(({ content }) => ({
      text: `${content?.title ?? ''}\n${content?.body ?? ''}`.replace(OF_DOCUMENT, ''),
      documentId: content?.data?.documentId,
    }))
}
