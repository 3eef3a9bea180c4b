import type Document from '../models/document.js'

const LONGEST_TITLE = 128

/** The title in the editor, with the extension, cut to the length that the editor accepts. */
export function shownTitle({ title, fileType }: Pick<Document, 'title' | 'fileType'>): string {
  const stem = [...title]
  const room = LONGEST_TITLE - fileType.length - 1
  while (stem.join('').length > room) stem.pop()
  return `${stem.join('')}.${fileType}`
}
