import { test } from '@japa/runner'
import { DateTime } from 'luxon'
import { home } from '#tests/helpers/scope_matrix/cases'
import {
  MATRIX_ROLE,
  modelScopeMatrix,
  rowsOfEveryKind,
} from '#tests/helpers/scope_matrix/model_driver'
import type { Kind, Stage } from '#tests/helpers/scope_matrix/stage'
import Document from '../../../app/plugins/documents/models/document.js'
import DocumentShare from '../../../app/plugins/documents/models/document_share.js'
import { documentListing } from '../../../app/plugins/documents/listings/document_listing.js'
import { documentStage } from '../../helpers/document_stage.js'

/** Shared documents are reached through the permission to edit, and not through the one to delete. */
const SHARED_THROUGH = { 'document:document:edit': true, 'document:document:delete': false }
const remote = rowsOfEveryKind.filter(({ department }) => !department || department === 'island')

for (const [permission, shared] of Object.entries(SHARED_THROUGH)) {
  test.group(`Scope matrix | shared documents through ${permission}`, (group) => {
    const { stage, make } = documentStage(group)
    let made = 0
    const makeAndShare = async (kind: Kind) => {
      const document = await make(kind)
      await (kind.shared === undefined
        ? handToOthers(document.id, stage)
        : handToOperator(document.id, stage, made++))
      return document
    }
    const kinds = [...rowsOfEveryKind, ...remote.map((kind) => ({ ...kind, shared }))]
    modelScopeMatrix(Document, {
      organisation: () => stage,
      listing: documentListing,
      permission,
      rows: stage.rowsBy('documents', makeAndShare, kinds),
      change: (document) => void document.merge({ title: 'changed' }),
    })
  })
}

/** In one way or another, with an end or without. */
async function handToOperator(documentId: number, stage: Stage, turn: number) {
  const ways = [
    { subjectType: 'user' as const, subjectId: stage.operator },
    { subjectType: 'department' as const, subjectId: stage.departments[home] },
    { subjectType: 'role' as const, subjectId: MATRIX_ROLE },
  ]
  const endsAt = turn % 2 ? DateTime.utc().plus({ hours: 1 }) : null
  await DocumentShare.create({ documentId, level: 'edit', endsAt, ...ways[turn % ways.length]! })
}

/** To somebody else, too late, or too little. */
async function handToOthers(documentId: number, { operator, other, departments }: Stage) {
  const base = { documentId, level: 'edit' as const }
  const over = DateTime.utc().minus({ seconds: 1 })
  await DocumentShare.createMany([
    { ...base, subjectType: 'user', subjectId: other },
    { ...base, subjectType: 'department', subjectId: departments.north },
    { ...base, subjectType: 'role', subjectId: MATRIX_ROLE + 1 },
    { ...base, subjectType: 'user', subjectId: operator, level: 'review' },
    { ...base, subjectType: 'role', subjectId: MATRIX_ROLE, endsAt: over },
  ])
}
