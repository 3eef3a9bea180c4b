import { t, type Shaped } from '#kernel/contracts/main'
import { type Language, translate } from '#kernel/languages/main'
import type DocumentConversion from '../models/document_conversion.js'
import { CONVERSION_RESULTS, CONVERSION_STATES } from '../models/document_conversion.js'

export const conversionShape = t.object({
  id: t.id(),
  documentId: t.id(),
  versionNo: t.integer({ minimum: 1 }),
  title: t.text(),
  from: t.text({ description: 'Such as docx' }),
  to: t.text({ description: 'Such as pdf' }),
  as: t.oneOf(CONVERSION_RESULTS),
  state: t.oneOf(CONVERSION_STATES),
  percent: t.integer({ minimum: 0, maximum: 100 }),
  reason: t.nullable(t.text({ description: 'Why it failed, as a stable code' })),
  message: t.nullable(t.text({ description: 'Why it failed, and what to do' })),
  resultDocumentId: t.nullable(t.id()),
  resultFileId: t.nullable(t.id()),
  createdAt: t.instant(),
  endedAt: t.nullable(t.instant()),
})

export function conversionRow(
  conversion: DocumentConversion,
  language: Language
): Shaped<typeof conversionShape> {
  const { id, documentId, versionNo, title, result, state, percent } = conversion
  const same = { id, documentId, versionNo, title, state, percent }
  const made = conversion.resultId ?? null
  return {
    ...same,
    from: conversion.fromType,
    to: conversion.toType,
    as: result,
    reason: conversion.reason ?? null,
    message: conversion.message ? translate(conversion.message, language) : null,
    resultDocumentId: result === 'document' ? made : null,
    resultFileId: result === 'file' ? made : null,
    createdAt: conversion.createdAt.toUTC().toISO()!,
    endedAt: conversion.endedAt?.toUTC().toISO() ?? null,
  }
}
