import { setTimeout as pause } from 'node:timers/promises'
import { LOOK_MS, Party } from './party.js'
import { actAs, PARTY_HEADER } from './statement_gates.js'

/** What a party does. A request that carries these headers is part of it. */
export type Deed = (headers: Record<string, string>) => Promise<unknown>

export interface Pair {
  first: Deed
  second: Deed
  /** Called when both have ended; told how their statements followed each other. */
  check: (story: string) => Promise<void> | void
}

/** Which of the two goes next. */
type Choice = (step: number) => 0 | 1

const RANDOM = Number(process.env.INTERLEAVINGS ?? 2)
const SEED = Number(process.env.INTERLEAVINGS_SEED ?? 0)
/** Statements before which each is broken off, beside the first. */
const MOST_PLACES = 6

let made = 0

/**
 * Runs two operations with their database statements in one order after another: each broken off before its first
 * statement, and before some of the others, while the other runs through (of two that do the same, one of them), and
 * then in orders drawn at random (`INTERLEAVINGS`, 2; those of `INTERLEAVINGS_SEED`, 0). Where one waits for what the other has
 * locked, the other goes on, so that each order comes as close to the wanted one as the database lets it.
 *
 * @param stage makes the pair anew, with rows of its own
 */
export async function throughInterleavings(stage: () => Promise<Pair>): Promise<void> {
  let areAlike = false
  for (const broken of [0, 1] as const) {
    if (areAlike) break
    const pair = await stage()
    areAlike = pair.first === pair.second
    const steps = await once(pair, brokenOff(broken, 0))
    for (const after of placesAmong(steps[broken]))
      await once(await stage(), brokenOff(broken, after))
  }
  for (let count = 1; count <= RANDOM; count++) await once(await stage(), drawn(SEED + count))
}

/** Resolves to how many statements each had. */
async function once({ first, second, check }: Pair, choose: Choice): Promise<[number, number]> {
  made += 1
  const parties = [new Party(`first-${made}`), new Party(`second-${made}`)] as const
  const deeds = [first, second].map((deed, index) => {
    const party = parties[index]!
    return actAs(party, () => deed({ [PARTY_HEADER]: party.name }))
  })
  const story = await conduct(parties, choose)
  const outcomes = await Promise.allSettled(deeds)
  const told = story.map(([who, statement]) => `${who}: ${statement.slice(0, 120)}`).join('\n')
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
  try {
    await check(told)
  } catch (error) {
    if (error instanceof Error) error.message += `\nwhere the statements were\n${told}`
    throw error
  }
  const count = (who: string) => story.filter(([one]) => one === who).length
  return [count('first'), count('second')]
}

async function conduct(
  parties: readonly [Party, Party],
  choose: Choice
): Promise<[string, string][]> {
  const story: [string, string][] = []
  for (let step = 0; parties.some(({ hasEnded }) => !hasEnded); step++) {
    const wanted = parties[choose(step)]
    const next = await nextOf(wanted, wanted === parties[0] ? parties[1] : parties[0])
    if (!next) {
      await pause(LOOK_MS)
      continue
    }
    story.push([next === parties[0] ? 'first' : 'second', next.proceed()])
    await next.arrives()
  }
  return story
}

/** The wanted one, unless it has ended or is held up; `null` where nobody has anything left to ask. */
async function nextOf(wanted: Party, other: Party): Promise<Party | null> {
  for (const party of [wanted, other]) {
    await party.arrives()
    if (party.isWaiting) return party
  }
  return null
}

/** Spread evenly over that many statements. */
function placesAmong(statements: number): number[] {
  const places = Array.from({ length: MOST_PLACES }, (_, index) =>
    Math.round(((index + 1) * statements) / (MOST_PLACES + 1))
  )
  return [...new Set(places)].filter((place) => place > 0)
}

function brokenOff(party: 0 | 1, after: number): Choice {
  const other = party === 0 ? 1 : 0
  return (step) => (step < after ? party : other)
}

/** A generator of one line, so that a run that failed can be had again. */
function drawn(seed: number): Choice {
  let state = seed * 2_654_435_761
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 0x9e3779b9) >>> 0
    return (state & 0x10000) === 0 ? 0 : 1
  }
}
