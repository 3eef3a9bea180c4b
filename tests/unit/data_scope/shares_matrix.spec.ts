import { test } from '@japa/runner'
import { DateTime } from 'luxon'
import { nothing, actAsOperator, actAsSystem } from '#kernel/acting/main'
import { home } from '#tests/helpers/scope_matrix/cases'
import { MATRIX_ROLE, modelScopeMatrix } from '#tests/helpers/scope_matrix/model_driver'
import type { Kind, Stage } from '#tests/helpers/scope_matrix/stage'
import Document from '../../../app/plugins/documents/models/document.js'
import DocumentShare from '../../../app/plugins/documents/models/document_share.js'
import { documentListing } from '../../../app/plugins/documents/listings/document_listing.js'
import { documentStage } from '../../helpers/document_stage.js'

/** Out of reach by owner and department. */
const remote: Kind[] = (['other', null] as const).flatMap((owner) =>
  (['island', null] as const).map((department) => ({ owner, department }))
)
const kinds: Kind[] = [
  { owner: 'me', department: 'island' },
  { owner: 'other', department: home },
  ...remote,
  ...remote.map((kind) => ({ ...kind, shared: true })),
]

test.group('Scope matrix | shared documents', (group) => {
  const { stage, make } = documentStage(group)
  let made = 0
  const makeAndShare = async (kind: Kind) => {
    const document = await make(kind)
    await (kind.shared
      ? handToOperator(document.id, stage, made++)
      : handToOthers(document.id, stage))
    return document
  }
  const rows = stage.rowsBy('documents', makeAndShare, kinds)
  modelScopeMatrix(Document, {
    organisation: () => stage,
    listing: documentListing,
    permission: 'document:document:edit',
    rows,
    change: (document) => void document.merge({ title: 'changed' }),
  })

  test('reach nothing shared through the permission to delete', async ({ assert }) => {
    const shared = await actAsSystem('make documents and share them', rows)
    const operator = { id: stage.operator, username: 'me', nickname: 'Me' }
    const acting = {
      operator: { ...operator, departmentId: stage.departments[home], sessionId: null },
      permission: 'document:document:delete',
      reach: nothing,
      roles: [MATRIX_ROLE],
    }
    const ids = shared.map(({ id }) => id)
    const found = await actAsOperator(acting, () => Document.query().whereIn('id', ids))
    assert.isEmpty(found)
  })
})

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
