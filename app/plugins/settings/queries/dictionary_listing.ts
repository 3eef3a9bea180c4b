import { t } from '#kernel/contracts/main'
import { contains, defineListing, equals, inSearchText } from '#kernel/listing/main'
import Dictionary from '../models/dictionary.js'

const itemShape = t.object(
  {
    value: t.text({ examples: ['draft'] }),
    labels: t.map(t.text({ examples: ['Draft'] })),
    colour: t.nullable(t.text({ examples: ['#3370ff'] })),
    sort: t.integer(),
  },
  { title: 'DictionaryItem' }
)

const columns = {
  id: t.id(),
  code: t.text({ examples: ['order_status'] }),
  name: t.text({ examples: ['Status of an order'] }),
  status: t.oneOf(['enabled', 'disabled']),
  itemCount: t.integer({ minimum: 0 }),
  createdAt: t.instant(),
  updatedAt: t.instant(),
}

export const dictionaryRowShape = t.object(columns, { title: 'DictionaryRow' })

export const dictionaryShape = t.object(
  { ...columns, items: t.array(itemShape) },
  { title: 'Dictionary' }
)

export const enabledDictionaryShape = t.object(
  { code: columns.code, name: columns.name, items: t.array(itemShape) },
  { title: 'EnabledDictionary' }
)

const source = {
  filters: {
    keyword: inSearchText,
    code: contains('code'),
    status: equals<string>('status'),
  },
  sorts: ['id', 'code', 'name', 'status', 'itemCount', 'createdAt', 'updatedAt'] as const,
  defaultSort: 'code',
}

/** Without what is in them. */
export const dictionaryListing = defineListing(Dictionary, { row: dictionaryRowShape, ...source })

export const wholeDictionaryListing = defineListing(Dictionary, { row: dictionaryShape, ...source })
