import { defineListing, equals, inSearchText } from '#kernel/listing/main'
import { Department } from '#plugins/identity/main'
import { departmentShape } from '../transformers/department_transformer.js'

export const departmentListing = defineListing(Department, {
  row: departmentShape,
  filters: {
    keyword: inSearchText,
    status: equals<string>('status'),
    parentId: equals<number>('parentId'),
  },
  sorts: ['id', 'sort', 'name', 'status', 'createdAt', 'updatedAt'],
  defaultSort: 'sort',
})
