import type { TransactionClientContract } from '@adonisjs/lucid/types/database'

/** What is wrong with a file, and where: `roles.2.menus.0`. */
export interface ConfigurationFault {
  place: string
  message: string
}

/** What becomes of one thing that a file names. */
export interface ConfigurationDifference {
  /** Such as `editor`, the code of a role. */
  name: string
  change: 'created' | 'changed' | 'unchanged'
  /** What of it changes. */
  members?: readonly string[]
}

export interface AppliedPart {
  differences: readonly ConfigurationDifference[]
  /** With any, all parts are rolled back. */
  faults: readonly ConfigurationFault[]
  /** Tells all nodes, after the commit. */
  announce(): Promise<void>
}

/** What one plugin contributes to a file of configuration. */
export interface ConfigurationPart {
  /** JSON that is the same on every installation: names and codes, no ids. */
  export(): Promise<unknown>
  /**
   * Writes what the file says within a transaction of all parts, acting for the system. What the file leaves out stays. It
   * finds faults instead of throwing, and never fails a statement: a failed one would end the transaction.
   */
  apply(data: unknown, trx: TransactionClientContract): Promise<AppliedPart>
}

export interface DeclaredPart {
  /** Member of the file, such as `roles`. */
  name: string
  /** Parts that it refers to: while one of them has faults, this one is not judged. */
  after?: readonly string[]
  load(): Promise<ConfigurationPart>
}

/** Extension point: what `config:export` and `config:apply` transfer between installations. A plugin adds its own when it boots. */
export class ConfigurationParts {
  readonly #parts: DeclaredPart[] = []

  add(part: DeclaredPart): void {
    this.#parts.push(part)
  }

  /** In the order in which they are applied. */
  all(): readonly DeclaredPart[] {
    return this.#parts
  }
}
