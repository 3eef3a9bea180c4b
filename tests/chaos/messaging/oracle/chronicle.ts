/** Whom something concerns. */
export interface Concerned {
  people?: readonly number[]
  conversation?: number | null | undefined
  /** Who is there, or may do what, is another one since. */
  isChange?: boolean
}

interface Act extends Concerned {
  at: number
  text: string
}

export interface Deviation {
  kind: string
  text: string
  /** The last acts of those concerned. */
  acts: string[]
}

const MOST_KEPT = 20_000
const MOST_TOLD = 20
const MOST_CHANGES_TOLD = 10

/** What was done, and what was found that must not be. */
export class Chronicle {
  readonly counts = { messages: 0, recalls: 0, reads: 0, cuts: 0, changes: 0, syncs: 0, checks: 0 }
  readonly deviations: Deviation[] = []
  readonly #acts: Act[] = []
  readonly #told = new Set<string>()
  readonly #began = performance.now()

  constructor(private readonly say: (line: string) => void) {}

  get seconds(): number {
    return (performance.now() - this.#began) / 1000
  }

  act(text: string, concerned: Concerned = {}): void {
    this.#acts.push({ at: this.seconds, text, ...concerned })
    if (this.#acts.length > MOST_KEPT) this.#acts.splice(0, MOST_KEPT / 2)
  }

  /** @param asMuch what was looked at with it */
  checked(asMuch = 1): void {
    this.counts.checks += asMuch
  }

  /** The same thing is told once. */
  deviate(kind: string, text: string, concerned: Concerned = {}): void {
    if (this.#told.has(`${kind} ${text}`)) return
    this.#told.add(`${kind} ${text}`)
    this.deviations.push({ kind, text, acts: this.#actsOf(concerned) })
    this.say(`${this.seconds.toFixed(1)} s ✘ ${kind}: ${text}`)
  }

  byKind(): Record<string, number> {
    const kinds = Map.groupBy(this.deviations, ({ kind }) => kind)
    return Object.fromEntries([...kinds].map(([kind, { length }]) => [kind, length]))
  }

  #actsOf({ people = [], conversation }: Concerned): string[] {
    const concerns = (act: Act) => {
      const isGeneral = act.people === undefined && act.conversation === undefined
      const isThere =
        [act.conversation, conversation].includes(undefined) ||
        act.conversation === null ||
        conversation === null ||
        act.conversation === conversation
      return isGeneral || (isThere && act.people?.some((one) => people.includes(one)))
    }
    const all = this.#acts.filter(concerns)
    const changes = all.filter(({ isChange }) => isChange).slice(-MOST_CHANGES_TOLD)
    const told = new Set([...changes, ...all.slice(-MOST_TOLD)])
    const last = [...told].sort((a, b) => a.at - b.at)
    return last.map(({ at, text }) => `${at.toFixed(3)} s  ${text}`)
  }
}
