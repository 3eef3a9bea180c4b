import db from '@adonisjs/lucid/services/db'
import type { AuditKey } from './audit_key.js'
import { readEnds, type ChainEnds } from './chain_ends.js'
import { ErasedParts } from './erased_parts.js'
import { contentOf, placeOf, type EntryRow } from './entry_row.js'
import { chainedEntries, copiedEntries, unchainedEntries } from './entry_table.js'

export interface Verification {
  /** Entries that are in the chain as they should be. */
  genuine: number
  /** Committed entries that were not sealed yet. */
  unsealed: number
  /** Entries that were authenticated with another APP_KEY. */
  ofAnotherKey: number
  /** Entries whose personal data were erased. */
  erased: number
  /** What is wrong, one sentence each. */
  faults: string[]
}

const AT_ONCE = 1_000
/** Naming every fault of a table that was exchanged takes longer than to see that it was. */
export const MOST_FAULTS = 1_000

/** Reads the whole audit trail and names each entry that was removed, altered, moved or inserted. */
export class VerifyChain {
  readonly #erased: ErasedParts
  readonly #result: Verification = {
    genuine: 0,
    unsealed: 0,
    ofAnotherKey: 0,
    erased: 0,
    faults: [],
  }
  #ends!: ChainEnds
  #nextNo = 1
  /** Seals that the next entry may follow: of the entry before it, or of all since the last one that was right. */
  #before: string[] = []

  constructor(private readonly key: AuditKey) {
    this.#erased = new ErasedParts(key)
  }

  async handle(): Promise<Verification> {
    const found = await readEnds(db.connection(), this.key)
    if (!found) this.#fault('The row of audit_chain, which tells where the chain ends, is missing')
    else if (!found.isGenuine)
      this.#fault('The row of audit_chain was altered, or written with another APP_KEY')
    this.#ends = found?.ends ?? { firstNo: 1, firstSeal: '', lastNo: 0, lastSeal: '' }
    this.#nextNo = this.#ends.firstNo
    this.#before = [this.#ends.firstSeal]
    await this.#readSealed()
    await this.#readUnsealed()
    for (const id of await copiedEntries(db.connection(), MOST_FAULTS))
      this.#fault(`Entry ${id} and another one are copies of each other`)
    this.#result.erased = this.#erased.count
    for (const id of this.#erased.unexplained())
      this.#fault(`Entry ${id} lost its details or its address, and nobody was erased`)
    return this.#result
  }

  async #readSealed(): Promise<void> {
    for await (const rows of chainedEntries(db.connection(), AT_ONCE))
      for (const row of rows) this.#checkSealed(row)
    this.#missing(this.#ends.lastNo)
  }

  #checkSealed(row: EntryRow): void {
    const no = Number(row.seal_no)
    if (no < this.#nextNo || no > this.#ends.lastNo)
      return this.#fault(`Entry ${row.id} was inserted: number ${no} is not its own`)
    this.#missing(no - 1)
    this.#nextNo = no + 1
    const content = this.#content(row)
    const follows = this.#before.map((seal) => this.key.check(row.seal, placeOf(row, no, seal)))
    const fits = follows.length === 0 || follows.some((one) => one !== 'forged')
    if (content === 'forged') this.#fault(`Entry ${row.id} (number ${no}) was altered`)
    else if (!fits)
      this.#fault(
        `Entry ${row.id} (number ${no}) does not follow the one before: it was moved, or its seal altered`
      )
    else if (content === 'of another key') this.#result.ofAnotherKey++
    else this.#result.genuine++
    if (content !== 'forged' && fits) this.#before = [row.seal!]
    else this.#before = [...this.#before.slice(-10), row.seal!, ...this.#expected(row, no)]
  }

  /** The seal that the entry had if it was right, but for the seal. */
  #expected(row: EntryRow, no: number): string[] {
    const [previous] = this.#before
    return previous === undefined ? [] : [this.key.sign(placeOf(row, no, previous))]
  }

  /** Numbers up to `last` that no entry has. */
  #missing(last: number): void {
    if (last < this.#nextNo) return
    const range = last === this.#nextNo ? `number ${last}` : `numbers ${this.#nextNo} to ${last}`
    this.#fault(`Entries were removed: ${range}`)
    this.#nextNo = last + 1
    this.#before = []
  }

  async #readUnsealed(): Promise<void> {
    for await (const rows of unchainedEntries(db.connection(), AT_ONCE))
      for (const row of rows) this.#checkUnsealed(row)
  }

  #checkUnsealed(row: EntryRow): void {
    const content = this.#content(row)
    if (row.seal !== null || content === 'forged')
      return this.#fault(`Entry ${row.id}, not sealed, was inserted or altered`)
    if (content === 'of another key') this.#result.ofAnotherKey++
    else this.#result.unsealed++
  }

  #content(row: EntryRow) {
    const content = this.key.check(row.mac, contentOf(row))
    if (content !== 'genuine') return content
    return this.#erased.check(row) ? 'genuine' : 'forged'
  }

  #fault(sentence: string): void {
    if (this.#result.faults.length < MOST_FAULTS) this.#result.faults.push(sentence)
  }
}
