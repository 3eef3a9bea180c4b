import { defineListing, equals, inSearchText } from '#kernel/listing/main'
import DocumentTemplate from '../models/document_template.js'
import { templateShape } from '../transformers/template_transformer.js'

export const templateListing = defineListing(DocumentTemplate, {
  row: templateShape,
  filters: {
    keyword: inSearchText,
    fileType: equals<string>('fileType'),
    status: equals<string>('status'),
  },
  sorts: ['id', 'title', 'createdAt', 'updatedAt'],
  defaultSort: 'title',
})
