import db from '@adonisjs/lucid/services/db'
import fc from 'fast-check'
import { test } from '@japa/runner'
import { DateTime } from 'luxon'
import { type Reach, actAsOperator, actAsSystem } from '#kernel/acting/main'
import { LEVELS, type Level } from '../../../app/plugins/documents/levels.js'
import Document from '../../../app/plugins/documents/models/document.js'
import DocumentShare, {
  SUBJECT_TYPES,
} from '../../../app/plugins/documents/models/document_share.js'
import { documentListing } from '../../../app/plugins/documents/listings/document_listing.js'
import type { Member } from '../../../app/plugins/documents/models/reach/effective_shares.js'
import { documentStage } from '../../helpers/document_stage.js'

const RUNS = Number(process.env.PROPERTY_RUNS ?? 60)
const HOUR_MS = 3_600_000

/** Levels that suffice for each permission, written out. */
const SUFFICE: Record<string, readonly Level[]> = {
  'document:document:list': ['view', 'comment', 'review', 'fill', 'edit'],
  'document:document:show': ['view', 'comment', 'review', 'fill', 'edit'],
  'document:document:comment': ['comment', 'review', 'edit'],
  'document:document:propose': ['review', 'edit'],
  'document:document:fill': ['fill', 'edit'],
  'document:document:edit': ['edit'],
  'document:document:delete': [],
  'document:document:share': [],
  'document:trash:list': [],
}

const small = fc.integer({ min: 1, max: 4 })
const documentDraft = fc.record({
  owner: fc.option(small),
  department: fc.option(small),
  deleted: fc.integer({ min: 0, max: 5 }).map((roll) => roll === 0),
})
const shareDraft = fc.record({
  document: fc.nat({ max: 7 }),
  subjectType: fc.constantFrom(...SUBJECT_TYPES),
  subjectId: small,
  level: fc.constantFrom(...LEVELS),
  ends: fc.constantFrom(-HOUR_MS, null, HOUR_MS),
})
const reachDraft: fc.Arbitrary<Reach> = fc.oneof(
  { weight: 1, arbitrary: fc.constant({ kind: 'all' as const }) },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('rows' as const),
      owner: fc.option(small),
      departments: fc.uniqueArray(small, { maxLength: 2 }),
    }),
  }
)
const draft = fc.record({
  documents: fc.array(documentDraft, { minLength: 8, maxLength: 8 }),
  shares: fc.uniqueArray(shareDraft, {
    maxLength: 12,
    selector: ({ document, subjectType, subjectId }) => `${document} ${subjectType} ${subjectId}`,
  }),
  operator: fc.record({
    id: small,
    departmentId: fc.option(small),
    roles: fc.uniqueArray(small, { maxLength: 3 }),
  }),
  reach: reachDraft,
  permission: fc.constantFrom(...Object.keys(SUFFICE)),
})
type Draft = typeof draft extends fc.Arbitrary<infer Value> ? Value : never

/** Which levels of shares reach the operator, naively. */
function sharedLevels({ shares, operator }: Draft, at: number): Level[] {
  return shares
    .filter(({ document, ends }) => document === at && (ends === null || ends > 0))
    .filter(({ subjectType, subjectId }) => {
      if (subjectType === 'user') return subjectId === operator.id
      if (subjectType === 'department') return subjectId === operator.departmentId
      return operator.roles.some((role) => role === subjectId)
    })
    .map(({ level }) => level)
}

function isWithin({ documents, reach }: Draft, at: number): boolean {
  const { owner, department } = documents[at]!
  if (reach.kind === 'all') return true
  if (reach.owner !== null && owner === reach.owner) return true
  return department !== null && reach.departments.includes(department)
}

function isReached(one: Draft, at: number): boolean {
  if (isWithin(one, at)) return true
  if (one.documents[at]!.deleted) return false
  return sharedLevels(one, at).some((level) => SUFFICE[one.permission]!.includes(level))
}

test.group('Documents | sharing, as a property', (group) => {
  const { stage, make } = documentStage(group)

  test('reach what is held and what is shared, and nothing else', async ({ assert }) => {
    const kind = { owner: null, department: null }
    const rows = await stage.rowsBy('documents', make, Array(8).fill(kind))
    const ids = await actAsSystem('test', async () => (await rows()).map(({ id }) => id))

    const trial = async (one: Draft) => {
      await arrange(one, ids)
      const operator = operatorOf(one.operator)
      const { permission, reach } = one
      const acting = { operator, permission, reach, roles: one.operator.roles }
      const reached = ids.filter((_, at) => isReached(one, at))
      const there = reached.filter((id) => !one.documents[ids.indexOf(id)]!.deleted)
      const mine = ids.filter((_, at) => isForMe(one, at)).filter((id) => there.includes(id))

      const seen = await actAsOperator(acting, async () => ({
        queried: sorted((await Document.query().whereIn('id', ids)).map(({ id }) => id)),
        listed: sorted(await listedIds(ids)),
        found: await foundOf(ids),
        forMe: sorted(await sharedIds(ids, one.operator)),
        touched: Number(await Document.query().whereIn('id', ids).update({ title: 'touched' })),
      }))
      assert.deepEqual(seen, {
        queried: reached,
        listed: reached,
        found: reached,
        forMe: mine,
        touched: reached.length,
      })
      const touched = await db.from('documents').whereIn('id', ids).where('title', 'touched')
      assert.deepEqual(sorted(touched.map(({ id }) => Number(id))), reached)
    }
    await fc.assert(fc.asyncProperty(draft, trial), { numRuns: RUNS })
  })

  async function arrange({ documents, shares }: Draft, ids: readonly number[]): Promise<void> {
    const former = DocumentShare.query().whereIn('documentId', [...ids])
    await former.delete()
    for (const [at, { owner, department, deleted }] of documents.entries()) {
      const row = { title: 'matrix', owner_id: owner, department_id: department }
      const state = { deleted_at: deleted ? '2026-01-01 00:00:00.000' : null }
      await db
        .from('documents')
        .where('id', ids[at]!)
        .update({ ...row, ...state })
    }
    await DocumentShare.createMany(
      shares.map(({ document, ends, ...share }) => ({
        ...share,
        documentId: ids[document]!,
        endsAt: ends === null ? null : DateTime.utc().plus(ends),
      }))
    )
  }
})

function operatorOf({ id, departmentId }: { id: number; departmentId: number | null }) {
  return { id, username: 'me', nickname: 'Me', departmentId, sessionId: null }
}

function isForMe(one: Draft, at: number): boolean {
  return one.documents[at]!.owner !== one.operator.id && sharedLevels(one, at).length > 0
}

async function listedIds(ids: readonly number[]): Promise<number[]> {
  const rows = await Array.fromAsync(documentListing.stream({}))
  return rows.map(({ id }) => id).filter((id) => ids.includes(id))
}

async function sharedIds(ids: readonly number[], member: Member): Promise<number[]> {
  const wanted = { sharedWith: member, there: true as const, pageSize: 200 }
  const { items } = await documentListing.page(wanted)
  return items.map(({ id }) => id).filter((id) => ids.includes(id))
}

async function foundOf(ids: readonly number[]): Promise<number[]> {
  const found = await Promise.all(ids.map((id) => Document.find(id)))
  return found.flatMap((one) => (one ? [one.id] : []))
}

function sorted(ids: readonly number[]): number[] {
  return [...ids].sort((a, b) => a - b)
}
