import { contains, defineListing, equals, inSearchText } from '#kernel/listing/main'
import { Position } from '#plugins/identity/main'
import { positionShape } from '../transformers/position_transformer.js'

export const positionListing = defineListing(Position, {
  row: positionShape,
  filters: {
    keyword: inSearchText,
    code: contains('code'),
    status: equals<string>('status'),
  },
  sorts: ['id', 'code', 'name', 'sort', 'status', 'createdAt', 'updatedAt'],
  defaultSort: 'sort',
})
