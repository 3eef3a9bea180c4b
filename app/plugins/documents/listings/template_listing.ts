import { defineListing, instant, equals, inSearchText } from '#kernel/listing/main'
import DocumentTemplate from '../models/document_template.js'
import { templateShape } from '../transformers/template_transformer.js'
import { same } from './columns.js'

export const templateListing = defineListing(DocumentTemplate, {
  row: templateShape,
  columns: {
    ...same('id', 'title', 'fileType', 'fileId', 'status', 'createdBy'),
    createdAt: instant('createdAt'),
    updatedAt: instant('updatedAt'),
  },
  filters: {
    keyword: inSearchText,
    fileType: equals<string>('fileType'),
    status: equals<string>('status'),
  },
  sorts: ['id', 'title', 'createdAt', 'updatedAt'],
  defaultSort: 'title',
})
