import { test } from '@japa/runner'
import { roundsOf, type Turn } from '../../../app/plugins/documents/callbacks/rounds.js'

interface Opening {
  joined: boolean
  inside: boolean
  missing: boolean
}

type Move = Pick<Turn, 'userId' | 'isComing'>

const CAME = { userId: 1, isComing: true }
const LEFT = { userId: 1, isComing: false }

/** What becomes of somebody's openings; they come with the first. */
function follow(openings: Opening[], isComing: boolean, isUnheard: boolean): void {
  const [first] = openings
  if (isComing)
    Object.assign(first!, { joined: true, inside: true, missing: first!.missing && first!.joined })
  else if (openings.some(({ inside }) => inside))
    for (const one of openings)
      Object.assign(one, { joined: one.joined || one.inside, inside: false })
  else if (isUnheard) for (const one of openings) one.joined = true
}

function after(start: readonly Opening[], moves: readonly Move[], isUnheard: boolean): Opening[] {
  const openings = structuredClone([...start])
  for (const { isComing } of moves) follow(openings, isComing, isUnheard)
  return openings
}

const unrolled = (moves: readonly Move[]) =>
  roundsOf(moves).flatMap((round) =>
    round.flatMap((turn) => (turn.isRepeated && !turn.isComing ? [turn, turn] : [turn]))
  )

const bits = (value: number, many: number) =>
  Array.from({ length: many }, (_, at) => Boolean(value & (1 << at)))

const LONGEST = 9

test.group('Documents | who came and left, as one callback tells it', () => {
  test('is judged a few times each, and comes to the same', ({ assert }) => {
    for (let length = 1; length <= LONGEST; length++)
      for (let word = 0; word < 1 << length; word++) {
        const moves = bits(word, length).map((isComing) => (isComing ? CAME : LEFT))
        const told = unrolled(moves)
        assert.isAtMost(roundsOf(moves).length, 5)
        for (let state = 0; state < 1 << 5; state++) {
          const [isUnheard, ...of] = bits(state, 5) as [boolean, ...boolean[]]
          const start = [of.slice(0, 2), of.slice(2)].map(([joined, inside]) => {
            return { joined: joined!, inside: inside!, missing: true }
          })
          assert.deepEqual(after(start, told, isUnheard), after(start, moves, isUnheard))
        }
      }
  })

  test('is judged in rounds, as far as people have turns', ({ assert }) => {
    const of = (userId: number, isComing: boolean) => ({ userId, isComing })
    const moves = [of(1, false), of(2, true), of(1, false), of(2, false), of(3, true)]
    const rounds = roundsOf(moves).map((round) => round.map(({ userId }) => userId))
    assert.deepEqual(rounds, [[1, 2, 3], [2]])
    assert.deepEqual(roundsOf([]), [])
  })
})
