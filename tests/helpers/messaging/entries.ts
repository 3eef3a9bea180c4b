import type { Frame } from './peer.js'

/** A frame whose first entry is of this kind. */
export const entryOf =
  (kind: string) =>
  ({ type, entries }: Frame): boolean =>
    type === 'entries' && entries[0]?.kind === kind

/** A frame whose first entry is a message with this text. */
export const saying =
  (words: string) =>
  ({ type, entries }: Frame): boolean =>
    type === 'entries' && entries[0]?.content?.text === words

export interface Entry {
  seq: number
  kind: string
  [member: string]: any
}

export const entriesOf = (frames: readonly Frame[]): Entry[] =>
  frames.filter(({ type }) => type === 'entries').flatMap(({ entries }) => entries)

export const seqsOf = (entries: readonly { seq: number }[]): number[] =>
  entries.map(({ seq }) => seq)

export const upTo = (last: number, from = 1): number[] =>
  Array.from({ length: last - from + 1 }, (_, index) => from + index)
