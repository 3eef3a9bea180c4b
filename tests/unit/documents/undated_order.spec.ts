import { test } from '@japa/runner'
import fc from 'fast-check'
import { changeTimesOf } from '../../../app/plugins/documents/versions/change_times.js'
import {
  isBehind,
  orderOf,
  type SaveTrace,
} from '../../../app/plugins/documents/versions/save_order.js'

interface Change {
  by: number
  at: number
  size: number
}

interface Save extends SaveTrace {
  changes: readonly Change[]
  /** Its place among the saves of its session. */
  turn: number
  isForced: boolean
}

const SECOND_MS = 1_000

/** What happens in a session, a second after the other. */
const happening = fc.oneof(
  { weight: 3, arbitrary: fc.record({ by: fc.nat(1), size: fc.integer({ min: 1, max: 40 }) }) },
  fc.constant('takeBack' as const),
  fc.record({
    final: fc.boolean(),
    sentAfter: fc.nat(6),
    isDated: fc.boolean(),
    told: fc.constantFrom('all' as const, 'noArchive' as const, 'noHistory' as const),
  })
)
type Happening = typeof happening extends fc.Arbitrary<infer T> ? T : never

function savesOf(happenings: readonly Happening[]): Save[] {
  const saves: Save[] = []
  let changes: readonly Change[] = []
  let lastAt = 0
  for (const [turn, event] of happenings.entries()) {
    const at = (turn + 1) * SECOND_MS
    if (event !== 'takeBack' && 'final' in event) {
      if (changes.length > 0) saves.push(saveOf(event, { changes, lastAt, turn }))
      continue
    }
    changes = event === 'takeBack' ? changes.slice(0, -1) : [...changes, { ...event, at }]
    lastAt = at
  }
  return saves
}

function saveOf(
  { final, sentAfter, isDated, told }: Extract<Happening, { final: boolean }>,
  session: { changes: readonly Change[]; lastAt: number; turn: number }
): Save {
  const { changes, lastAt, turn } = session
  const runs = changes.filter(({ by }, index) => changes[index - 1]?.by !== by)
  const named = runs.map(({ by, at }) => ({ created: toldOf(at), user: by }))
  const history = told === 'noHistory' ? {} : { changes: named }
  const lastSave = final ? lastAt + sentAfter * SECOND_MS : lastAt
  const modifiedAt = isDated ? changes.at(-1)!.at : null
  const times = changeTimesOf({ final, lastSave, modifiedAt, history })
  const amount = changes.reduce((total, { size }) => total + size, 0)
  const changesSize = told === 'all' ? amount : null
  return { history, changesSize, assembledAt: null, ...times, changes, turn, isForced: !final }
}

const toldOf = (at: number) => new Date(at).toISOString().slice(0, 19).replace('T', ' ')

const isSame = (one: Save, other: Save) =>
  JSON.stringify(one.changes) === JSON.stringify(other.changes)

const sessions = fc.array(happening, { minLength: 4, maxLength: 14 }).map(savesOf)

function pairsOf(saves: readonly Save[]): [Save, Save][] {
  const pairs = saves.flatMap((one) => saves.map((other): [Save, Save] => [one, other]))
  return pairs.filter(([one, other]) => one !== other && !isSame(one, other))
}

test.group('The order of saves of which nothing tells when they were written', () => {
  test('take none for newer that is older, and none for older that is newer', () => {
    const holds = fc.property(sessions, (saves) =>
      pairsOf(saves).every(([one, other]) => {
        const order = orderOf(one, other)
        if (order === 'newer') return one.turn > other.turn
        return order !== 'older' || one.turn < other.turn
      })
    )
    fc.assert(holds, { numRuns: 3_000 })
  })

  test('let no older save replace a forced one where the document tells its last change', () => {
    const holds = fc.property(sessions, (saves) =>
      pairsOf(saves)
        .filter(([one, other]) => one.turn < other.turn && one.changedAt !== null && other.isForced)
        .every(([one, other]) => isBehind([orderOf(one, other)]))
    )
    fc.assert(holds, { numRuns: 3_000 })
  })

  test('let each save follow that has more in it than the one before', () => {
    const holds = fc.property(sessions, (saves) =>
      pairsOf(saves)
        .filter(([one, other]) => one.turn > other.turn && holdsAll(one, other))
        .every(([one, other]) => !isBehind([orderOf(one, other)]))
    )
    fc.assert(holds, { numRuns: 3_000 })
  })
})

const holdsAll = (one: Save, other: Save) =>
  other.changes.every((change) => one.changes.includes(change))
