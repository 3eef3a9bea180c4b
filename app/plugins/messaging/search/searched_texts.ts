import type { ContentType } from '../models/message.js'

/** What of a message is read: of files their names; of what a front end made up nothing, for only it knows what that says. */
export function searchedTexts(contentType: ContentType, content: string): string[] {
  if (contentType === 'custom') return []
  const said = JSON.parse(content) as Said
  if (contentType === 'text') return [typeof said === 'string' ? said : said.text!]
  if (typeof said === 'string') return []
  const texts = contentType === 'notice' ? [said.title, said.body] : [said.name]
  return texts.filter((text) => text !== undefined)
}

type Said = string | { text?: string; name?: string; title?: string; body?: string }
