import type { Shaped } from '#kernel/contracts/main'
import type { TableColumn } from '#kernel/tables/main'
import { entryShape } from '../transformers/entry_shape.js'

type Entry = Shaped<typeof entryShape>

/** Every member of a listed entry, under its own name. */
export const entryColumns: readonly TableColumn<Entry>[] = Object.keys(entryShape.properties).map(
  (name) => ({ title: name, value: (entry: Entry) => entry[name as keyof Entry] })
)
