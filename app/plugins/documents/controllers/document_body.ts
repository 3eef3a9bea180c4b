import { E_VALIDATION } from '#kernel/http/errors'
import type { BlankType } from '../document_types.js'
import type { DocumentSource } from '../versions/document_sources.js'

/** @throws E_VALIDATION when both are named */
export function jsonSource(body: { templateId?: number; fileType?: BlankType }): DocumentSource {
  const { templateId, fileType } = body
  if (templateId !== undefined && fileType !== undefined) throw ambiguous()
  if (templateId !== undefined) return { kind: 'template', templateId }
  return { kind: 'blank', fileType: fileType! }
}

function ambiguous() {
  const message = 'Name a template or a type, not both'
  return new E_VALIDATION(undefined, { errors: [{ field: 'fileType', rule: 'one', message }] })
}
