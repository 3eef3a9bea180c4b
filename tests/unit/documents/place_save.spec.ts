import { test } from '@japa/runner'
import { DateTime } from 'luxon'
import {
  placeSave,
  type IncomingSave,
  type SaveTrace,
  type Situation,
} from '../../../app/plugins/documents/saves/place_save.js'

const KEY = 'prefix.one'
const [EARLIER, PRESENT, LATER] = [1_000, 2_000, 3_000]
type Time = number | null

const change = (run: number, name = 'Ann') => ({ created: `10:0${run}`, user: { id: '1', name } })
const changes = (...runs: number[]) => runs.map((run) => change(run))

const SAVE: IncomingSave = {
  ...{ changes: changes(1, 2), writtenAt: PRESENT, modifiedAt: null, fileType: 'docx' },
  ...{ isUnderPassword: false, isFailed: false, isRecovered: false, isPermitted: true },
}
const NEWEST: SaveTrace = { changes: changes(1, 2), writtenAt: PRESENT, modifiedAt: null }
const DOCUMENT: Situation['document'] = {
  ...{ sessionKey: KEY, status: 'draft', deletedAt: null, fileType: 'docx' },
}

interface Case {
  title: string
  save?: Partial<IncomingSave>
  newest?: Partial<SaveTrace>
  document?: Partial<Situation['document']>
  session?: Partial<Situation['session']>
}

const placed = ({ save, newest, document, session }: Case) =>
  placeSave(
    { ...SAVE, ...save },
    {
      document: { ...DOCUMENT, ...document },
      session: { sessionKey: KEY, state: 'open', ...session },
      newest: newest ? { ...NEWEST, ...newest } : null,
    }
  )

const deletedAt = DateTime.utc(2026)
const closed = { state: 'closed' } as const

const PLACES: (Case & { place: string })[] = [
  { title: 'the first of its session', place: 'current' },
  { title: 'of a returned document', document: { status: 'returned' }, place: 'current' },
  { title: 'of nobody who is known', save: { isPermitted: null }, place: 'current' },
  { title: 'of an old format as its package', document: { fileType: 'doc' }, place: 'current' },
  { title: 'of a document in the trash', document: { deletedAt }, place: 'in_trash' },
  { title: 'of a document in review', document: { status: 'in_review' }, place: 'locked' },
  { title: 'of an approved document', document: { status: 'approved' }, place: 'locked' },
  { title: 'of a session that ended', session: closed, place: 'session_ended' },
  { title: 'of another key', session: { sessionKey: 'prefix.two' }, place: 'session_ended' },
  { title: 'that was not written well', save: { isFailed: true }, place: 'failed_save' },
  { title: 'of people who may not write', save: { isPermitted: false }, place: 'no_right' },
  { title: 'with macros', save: { fileType: 'docm' }, place: 'other_format' },
  { title: 'in a lesser format', save: { fileType: 'txt' }, place: 'other_format' },
  { title: 'under a password', save: { isUnderPassword: true }, place: 'other_format' },
]

/** From the first reason to the last: each case has its own and all that follow. */
const REASONS: (Omit<Case, 'title'> & { place: string })[] = [
  { save: { changes: changes(1) }, newest: { writtenAt: LATER }, place: 'older' },
  { document: { deletedAt }, place: 'in_trash' },
  { document: { status: 'in_review' }, place: 'locked' },
  { session: closed, place: 'session_ended' },
  { save: { isFailed: true }, place: 'failed_save' },
  { save: { isPermitted: false }, place: 'no_right' },
  { save: { fileType: 'docm' }, place: 'other_format' },
]

/** Runs of changes and time of writing; the newest save has the runs 1 and 2, written at `PRESENT` unless `newest` says so. */
const ORDERS: { title: string; runs: number[]; at: Time; newest?: Time; place: string }[] = [
  { title: 'fewer changes, earlier', runs: [1], at: EARLIER, place: 'older' },
  { title: 'fewer changes in the same second', runs: [1], at: PRESENT, place: 'older' },
  { title: 'undone: fewer changes, later', runs: [1], at: LATER, place: 'current' },
  { title: 'the same changes, earlier', runs: [1, 2], at: EARLIER, place: 'overtaken' },
  { title: 'the same changes in the same second', runs: [1, 2], at: PRESENT, place: 'current' },
  { title: 'the same changes, later', runs: [1, 2], at: LATER, place: 'current' },
  { title: 'other changes, earlier', runs: [1, 3], at: EARLIER, place: 'overtaken' },
  { title: 'more changes, earlier', runs: [1, 2, 3], at: EARLIER, place: 'current' },
  { title: 'no history, earlier', runs: [], at: EARLIER, place: 'overtaken' },
  { title: 'written nobody knows when', runs: [1], at: null, place: 'current' },
  { title: 'the other one is', runs: [1], at: EARLIER, newest: null, place: 'current' },
]

const RECOVERIES: { title: string; at: Time; newest: Time; isOlder: boolean }[] = [
  { title: 'modified before', at: EARLIER, newest: PRESENT, isOlder: true },
  { title: 'modified at the same time', at: PRESENT, newest: PRESENT, isOlder: false },
  { title: 'modified later', at: LATER, newest: PRESENT, isOlder: false },
  { title: 'modified nobody knows when', at: null, newest: PRESENT, isOlder: false },
  { title: 'the other one is', at: EARLIER, newest: null, isOlder: false },
]

test.group('Documents | where a save is placed', () => {
  test('{title}: {place}')
    .with(PLACES)
    .run(({ assert }, { place, ...one }) => assert.equal(placed(one), place))

  test('of several reasons the first: {place}')
    .with(REASONS)
    .run(({ assert }, { place }) => {
      const at = REASONS.findIndex((reason) => reason.place === place)
      const together: Case = { title: place }
      for (const { place: _place, ...reason } of REASONS.slice(at))
        for (const [part, values] of Object.entries(reason))
          Object.assign(together, { [part]: { ...together[part as 'save'], ...values } })
      assert.equal(placed(together), place)
    })

  test('by its order among the saves of its session: {title}, {place}')
    .with(ORDERS)
    .run(({ assert }, { title, runs, at, newest = PRESENT, place }) => {
      const save = { changes: changes(...runs), writtenAt: at }
      assert.equal(placed({ title, save, newest: { writtenAt: newest } }), place)
    })

  test('as older, too, where its author was erased since', ({ assert }) => {
    const newest = {
      changes: [change(1, 'Erased'), change(2, 'Erased'), change(3)],
      writtenAt: LATER,
    }
    assert.equal(placed({ title: 'erased', newest }), 'older')
  })

  test('what was recovered, by the dates in both files: {title}')
    .with(RECOVERIES)
    .run(({ assert }, { title, at, newest, isOlder }) => {
      const save = { isRecovered: true, changes: [], writtenAt: EARLIER, modifiedAt: at }
      const place = placed({ title, save, newest: { modifiedAt: newest } })
      assert.equal(place, isOlder ? 'older' : 'current')
    })
})
