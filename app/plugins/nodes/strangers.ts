import type { Logger } from '@adonisjs/core/logger'

/** Found in so many looks in a row: one may be seen in Redis that has just stopped, or whose database has just been exchanged. */
const CERTAIN_AFTER = 3

const REMEDY =
  'notices and the numbers of messages go across: give each database a Redis of its own, or another number of it (REDIS_URL)'

/** As a node says in Redis that it is there. */
export interface Present {
  id: string
  /** As its log is found. */
  name: string
}

/** Nodes that are there in Redis and not in the database, and so work on another one: each is told of once. */
export class Strangers {
  #looks = new Map<string, number>()
  #told = new Set<string>()

  constructor(private readonly logger: Logger) {}

  get areNone(): boolean {
    return this.#told.size === 0
  }

  /** @param known ids, read from the database after those who are present were read from Redis */
  judge(present: readonly Present[], known: ReadonlySet<string>): void {
    const strange = present.filter(({ id }) => !known.has(id))
    this.#looks = new Map(strange.map(({ id }) => [id, (this.#looks.get(id) ?? 0) + 1]))
    const certain = strange.filter(({ id }) => this.#looks.get(id)! >= CERTAIN_AFTER)
    for (const { id, name } of certain)
      if (!this.#told.has(id))
        this.logger.error(`The node ${name} uses this Redis with another database: ${REMEDY}`)
    if (certain.length === 0 && !this.areNone)
      this.logger.info('No node of another database uses this Redis any more')
    this.#told = new Set(certain.map(({ id }) => id))
  }
}
