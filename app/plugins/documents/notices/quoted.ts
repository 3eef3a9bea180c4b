import { type Said, say, Text } from '#kernel/languages/main'
import type Document from '../models/document.js'

/** How texts of notices name a document, so that its title can be hidden. */
export const quoted = (title: string): string => `“${title}”`

/** A text for those who may not see the document that it names. */
export function withoutTitle(said: Said, document: Pick<Document, 'id' | 'title'>): Said {
  if (typeof said === 'string') return hidden(said, document)
  const { template, values } = said
  const entries = Object.entries(values).map(([name, value]) => {
    if (value === quoted(document.title))
      return [name, instead(document, template.startsWith(`{${name}}`))]
    const isTold = typeof value === 'string' || value instanceof Text
    return [name, isTold ? withoutTitle(value, document) : value]
  })
  return new Text(template, Object.fromEntries(entries) as Text['values'])
}

/** In what a person wrote. */
function hidden(text: string, document: Pick<Document, 'id' | 'title'>): string {
  return text.replaceAll(quoted(document.title), String(instead(document, false)))
}

function instead({ id }: Pick<Document, 'id'>, isFirst: boolean): Text {
  return isFirst
    ? say`A document that you may not see (no. ${id})`
    : say`a document that you may not see (no. ${id})`
}
