import {
  defineListing,
  between,
  equals,
  inSearchText,
  label,
  type ListFilter,
} from '#kernel/listing/main'
import { User } from '#plugins/identity/main'
import StoredFile from '../models/stored_file.js'
import { listedFileShape } from '../transformers/file_transformer.js'

/** What another plugin holds is listed there. */
const standalone: ListFilter<true> = ({ column }) => ({
  sql: `${column('holder')} is null`,
  bindings: [],
})

export const fileListing = defineListing(StoredFile, {
  row: listedFileShape,
  columns: {
    name: 'originalName',
    ownerName: label(() => User, 'nickname', 'ownerId'),
  },
  filters: {
    standalone,
    keyword: inSearchText,
    extension: equals<string>('extension'),
    ownerId: equals<number>('ownerId'),
    createdAt: between('createdAt'),
  },
  sorts: ['id', 'name', 'size', 'createdAt'],
  defaultSort: '-createdAt',
})
