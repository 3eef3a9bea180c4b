import type { Logger } from '@adonisjs/core/logger'
import { differences, type Marks } from './differences.js'
import type RunningNode from './models/running_node.js'

const REMEDY =
  'until all are set alike, they refuse what the other gave out, or do not hear of each other'

interface Difference {
  node: RunningNode
  what: string
}

/** By then every node has looked since, and has the mark of a Redis that came back empty as well. */
const FRESH_LOOKS = 2

/** What differs between this node and others, said once it was found twice. */
export class Agreement {
  #mine: Marks = {}
  /** Of a mark that has become another one: in how many looks to come it is not held against anybody. */
  readonly #fresh = new Map<string, number>()
  #found = new Set<string>()
  #told = new Set<string>()

  constructor(private readonly logger: Logger) {}

  get holds(): boolean {
    return this.#told.size === 0
  }

  judge(mine: Marks, others: readonly RunningNode[]): void {
    this.#noteFresh(mine)
    const found = others.flatMap((node) =>
      differences(mine, JSON.parse(node.marks) as Marks).map((what) => ({ node, what }))
    )
    const names = new Set(found.map(nameOf))
    const told = [...this.#told].filter((name) => names.has(name))
    const settled = found.filter(({ what }) => !this.#fresh.has(what))
    const certain = settled.filter((one) => this.#found.has(nameOf(one)))
    this.#say(certain.filter((one) => !this.#told.has(nameOf(one))))
    if (names.size === 0 && !this.holds) this.logger.info('All nodes are set alike again')
    this.#found = new Set(settled.map(nameOf))
    this.#told = new Set([...told, ...certain.map(nameOf)])
  }

  #noteFresh(mine: Marks): void {
    for (const [what, looks] of this.#fresh)
      if (looks > 1) this.#fresh.set(what, looks - 1)
      else this.#fresh.delete(what)
    const changed = Object.keys(this.#mine).filter(
      (what) => mine[what]?.own !== this.#mine[what]!.own
    )
    for (const what of changed) this.#fresh.set(what, FRESH_LOOKS)
    this.#mine = mine
  }

  #say(news: readonly Difference[]): void {
    for (const [{ name }, theirs] of Map.groupBy(news, ({ node }) => node)) {
      const whats = theirs.map(({ what }) => what).join(', another ')
      this.logger.error(`The node ${name} has another ${whats} than this one: ${REMEDY}`)
    }
  }
}

const nameOf = ({ node, what }: Difference): string => `${node.id} ${what}`
