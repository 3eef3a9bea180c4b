import type { Permission } from '#kernel/permissions/main'
import { filePermissions } from '#plugins/files/main'
import { documentTypeOf, familyOf, type DocumentType } from '../document_types.js'
import type { ConversionResultKind } from '../models/document_conversion.js'
import { documentPermissions } from '../permissions.js'

const TARGETS: Record<DocumentType, readonly string[]> = {
  word: ['pdf', 'docx', 'odt', 'rtf', 'txt', 'html'],
  cell: ['pdf', 'xlsx', 'ods', 'csv'],
  slide: ['pdf', 'pptx', 'odp'],
  pdf: ['docx', 'odt', 'rtf', 'txt', 'html'],
}

/** Which types one of this type can be converted to; for a document, those that the editor opens. */
export function reachableTypes(from: string, result: ConversionResultKind): string[] {
  const family = familyOf(from)
  const targets = family ? TARGETS[family].filter((type) => type !== from) : []
  return result === 'document' ? targets.filter((type) => documentTypeOf(type)) : targets
}

/** What the user must hold, beyond seeing the document, to keep the result. */
export const PERMISSIONS: Readonly<Record<ConversionResultKind, Permission>> = {
  download: documentPermissions.show,
  file: filePermissions.upload,
  document: documentPermissions.create,
}
