import type { AuditKey } from './audit_key.js'
import type { EntryRow } from './entry_row.js'

/** A failed login is under the name of an account, which an erasure takes. */
const ANYBODY = 'anybody'

/**
 * Details and addresses that are gone because somebody's personal data were erased. The trail itself tells whose: who else's
 * are gone was tampered with.
 */
export class ErasedParts {
  readonly #people = new Set<string>()
  readonly #gone: { id: number; personId: string | null }[] = []

  constructor(private readonly key: AuditKey) {}

  /** Whether details and address are as they were written, or gone. */
  check(row: EntryRow): boolean {
    if (row.action === 'erased' && row.subject_type === 'user' && row.subject_id)
      this.#people.add(row.subject_id)
    if (!this.#fits(row.details, row.details_digest)) return false
    if (!this.#fits(row.address, row.address_digest)) return false
    const subject = row.subject_type === 'account' ? ANYBODY : personOf(row)
    this.#note(row.details, row.details_digest, row.id, subject)
    const actor = row.actor_id === null ? subject : String(row.actor_id)
    this.#note(row.address, row.address_digest, row.id, actor)
    return true
  }

  /** Entries of which something was erased. */
  get count(): number {
    return new Set(this.#gone.map(({ id }) => id)).size
  }

  /** Entries of which something is gone that was nobody's whose data were erased. */
  unexplained(): number[] {
    const isErased = (personId: string | null) =>
      personId === ANYBODY ? this.#people.size > 0 : personId && this.#people.has(personId)
    const left = this.#gone.filter(({ personId }) => !isErased(personId))
    return [...new Set(left.map(({ id }) => id))]
  }

  #fits(text: string | null, digest: string | null): boolean {
    return text === null || this.key.check(digest, [text]) === 'genuine'
  }

  #note(text: string | null, digest: string | null, id: number, personId: string | null): void {
    if (text === null && digest !== null) this.#gone.push({ id: Number(id), personId })
  }
}

function personOf({ subject_type: type, subject_id: id }: EntryRow): string | null {
  return type === 'user' ? id : null
}
