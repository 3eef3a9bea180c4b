import type { StateStore } from '#kernel/state/main'
import type { Present } from './strangers.js'

const KEY = 'nodes:present'
/** So long a node that was killed seems to be there; three times as long as between two looks. */
const HELD_MS = 60_000

/** Says in Redis that this node is there, and who else is, on whatever database. */
export class Presence {
  readonly #member: string

  constructor(
    private readonly store: StateStore,
    { id, name }: Present
  ) {
    this.#member = `${id} ${name}`
  }

  /** To be called once the database knows it. `null` while Redis is lost. */
  async renew(): Promise<Present[] | null> {
    try {
      await this.store.addMember(KEY, this.#member, HELD_MS)
      return (await this.store.members(KEY)).map(presentOf)
    } catch {
      return null
    }
  }

  /** To be called before the database forgets it. While Redis is lost it ends by itself. */
  async leave(): Promise<void> {
    await this.store.removeMember(KEY, this.#member).catch(() => undefined)
  }
}

function presentOf(member: string): Present {
  const end = member.indexOf(' ')
  return { id: member.slice(0, end), name: member.slice(end + 1) }
}
