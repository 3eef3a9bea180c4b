import { defineListing, between, contains, equals, inSearchText } from '#kernel/listing/main'
import Role from '../models/role.js'
import { roleShape } from '../transformers/role_transformer.js'

export const roleListing = defineListing(Role, {
  row: roleShape,
  filters: {
    keyword: inSearchText,
    code: contains('code'),
    status: equals<string>('status'),
    dataScope: equals<string>('dataScope'),
    createdAt: between('createdAt'),
  },
  sorts: ['id', 'code', 'name', 'dataScope', 'status', 'createdAt', 'updatedAt'],
  defaultSort: 'createdAt',
})
