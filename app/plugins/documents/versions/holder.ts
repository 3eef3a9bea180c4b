import type { ReferenceCheck } from '#plugins/files/main'
import DocumentConversion from '../models/document_conversion.js'
import DocumentTemplate from '../models/document_template.js'
import DocumentVersion from '../models/document_version.js'

export const HOLDER = 'documents'

export const referencedFiles: ReferenceCheck = async (fileIds, client) => {
  const ids = [...fileIds]
  const [versions, changes, templates, conversions] = await Promise.all([
    DocumentVersion.query({ client }).whereIn('fileId', ids).select('fileId'),
    DocumentVersion.query({ client }).whereIn('changesFileId', ids).select('changesFileId'),
    DocumentTemplate.query({ client }).whereIn('fileId', ids).select('fileId'),
    DocumentConversion.query({ client }).whereIn('fileId', ids).select('fileId'),
  ])
  return new Set([
    ...[...versions, ...templates, ...conversions].map(({ fileId }) => fileId!),
    ...changes.map(({ changesFileId }) => changesFileId!),
  ])
}
