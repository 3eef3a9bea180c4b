import { inject } from '@adonisjs/core'
import { clock } from '#kernel/state/clock'
import { around } from './around.js'
import { inTurns } from './in_turns.js'
import { LostOpenings, type LostOpening } from './lost_openings.js'
import { LIKELIHOODS, reviewedOpenings, type Likelihood } from './reviewed_openings.js'
import { isOfAll, type Reviewed } from './reviewed.js'
import { RoundPlaces } from './round_places.js'

/** Of so many sessions it is asked in turn: most time is for those who are inside, and none is kept from the others. */
const TURNS: Record<Likelihood, number> = { inside: 3, doubtful: 1, unlikely: 1 }

/** How far it was looked at those who are so likely inside, and who of them has lost their place. */
interface Walk {
  likelihood: Likelihood
  place: number
  batches: ReturnType<typeof around<LostOpening['opening']>>
  lost: LostOpening[]
  regained: LostOpening['opening'][]
}

/** Finds the sessions out of which somebody is to be sent, in the order in which they are to be asked about. */
@inject()
export class LostSessions {
  constructor(
    private readonly lost: LostOpenings,
    private readonly places: RoundPlaces
  ) {}

  /**
   * A look at all of them goes on where the last one stopped.
   *
   * @param deadline of `clock.elapsed()`; where it is not come to by then the next look begins
   */
  async find(reviewed: Reviewed, deadline: number): Promise<FoundSessions> {
    const walks = LIKELIHOODS.map((likelihood) => this.#begin(likelihood, reviewed))
    for (let going = walks; going.length > 0 && clock.elapsed() < deadline;) {
      const further: Walk[] = []
      for (const walk of going) if (await this.#goOn(walk)) further.push(walk)
      going = further
    }
    return new FoundSessions(walks, isOfAll(reviewed) ? this.places : null)
  }

  #begin(likelihood: Likelihood, reviewed: Reviewed): Walk {
    const place = isOfAll(reviewed) ? this.places.of(placeOf(likelihood)) : 0
    const batches = around(place, (between) => reviewedOpenings(likelihood, reviewed, between))
    return { likelihood, place, batches, lost: [], regained: [] }
  }

  async #goOn(walk: Walk): Promise<boolean> {
    const { value: batch } = await walk.batches.next()
    if (!batch) return false
    const lost = await this.lost.among(batch)
    const barred = new Set(lost.filter(({ isBarred }) => isBarred).map(({ opening }) => opening))
    walk.lost.push(...lost)
    walk.regained.push(
      ...batch.filter((one: LostOpening['opening']) => one.barredAt !== null && !barred.has(one))
    )
    walk.place = batch.at(-1)!.id
    return true
  }
}

export class FoundSessions {
  /** The lost openings of each. A session comes where the likeliest of them does. */
  readonly inOrder: readonly LostOpening[][]
  /** Who was barred, and may again what they came for. */
  readonly regained: readonly LostOpening['opening'][]
  readonly #queues: LostOpening[][][]

  constructor(
    private readonly walks: readonly Walk[],
    private readonly places: RoundPlaces | null
  ) {
    this.regained = walks.flatMap(({ regained }) => regained)
    const all = walks.flatMap(({ lost }) => lost)
    const sessions = [...Map.groupBy(all, ({ opening }) => opening.editorKey).values()]
    this.#queues = walks.map(({ lost }) => {
      const theirs = new Set(lost)
      return sessions.filter(([first]) => theirs.has(first!))
    })
    this.inOrder = inTurns(
      this.#queues,
      walks.map(({ likelihood }) => TURNS[likelihood])
    )
  }

  /** @param reached how many, in this order, were come to: a later look begins with the others */
  noteReached(reached: number): void {
    const done = new Set(this.inOrder.slice(0, reached))
    for (const [index, { likelihood, place }] of this.walks.entries()) {
      const next = this.#queues[index]!.find((session) => !done.has(session))
      this.places?.note(placeOf(likelihood), next ? next[0]!.opening.id - 1 : place)
    }
  }
}

const placeOf = (likelihood: Likelihood) => `openings:${likelihood}`
