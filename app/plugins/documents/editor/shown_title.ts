import type Document from '../models/document.js'

const LONGEST_TITLE = 128

/** What the editor calls a document: with its type, and no longer than it takes. */
export function shownTitle({ title, fileType }: Pick<Document, 'title' | 'fileType'>): string {
  const stem = [...title]
  const room = LONGEST_TITLE - fileType.length - 1
  while (stem.join('').length > room) stem.pop()
  return `${stem.join('')}.${fileType}`
}
