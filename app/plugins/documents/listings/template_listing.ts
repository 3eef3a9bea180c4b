import { defineListing } from '#kernel/data_scope/listing'
import { instant } from '#kernel/data_scope/listing_columns'
import { anyContains, equals } from '#kernel/data_scope/listing_filters'
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
    keyword: anyContains(['title']),
    fileType: equals<string>('fileType'),
    status: equals<string>('status'),
  },
  sorts: ['id', 'title', 'createdAt', 'updatedAt'],
  defaultSort: 'title',
})
