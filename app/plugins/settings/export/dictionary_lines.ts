import type { Shaped } from '#kernel/contracts/main'
import type { TableColumn } from '#kernel/tables/main'
import type { DictionaryItem } from '../models/dictionary.js'
import type { dictionaryShape } from '../queries/dictionary_listing.js'

type Row = Shaped<typeof dictionaryShape>
type Line = Pick<Row, 'code' | 'name' | 'status'> & Partial<DictionaryItem>

export const dictionaryColumns: readonly TableColumn<Line>[] = [
  { title: 'code', value: ({ code }) => code },
  { title: 'name', value: ({ name }) => name },
  { title: 'status', value: ({ status }) => status },
  { title: 'value', value: ({ value }) => value ?? null },
  { title: 'labels', value: ({ labels }) => (labels ? JSON.stringify(labels) : null) },
  { title: 'colour', value: ({ colour }) => colour ?? null },
  { title: 'sort', value: ({ sort }) => sort ?? null },
]

/** A line for each item; one for a dictionary without any. */
export async function* dictionaryLines(rows: AsyncIterable<Row>): AsyncGenerator<Line> {
  for await (const { code, name, status, items } of rows) {
    const dictionary = { code, name, status }
    if (items.length === 0) yield dictionary
    for (const item of items) yield { ...dictionary, ...item }
  }
}
