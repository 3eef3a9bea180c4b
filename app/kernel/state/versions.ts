/** Opaque; equal stamps of the same keys mean that none of them was bumped in between. */
export type Stamp = string

/**
 * Invalidation without asking the database. A fact kept in the process (a session, what a user holds) is kept
 * together with the stamp that was read *before* it was loaded, and is good only while the stamp is unchanged.
 */
export abstract class Versions {
  /**
   * Voids, on every node, what is kept under these keys. Call it after the commit. Never throws: while the shared
   * store is lost the bump is remembered and made up for, and readers get no stamp anyway.
   */
  abstract bump(...keys: string[]): Promise<void>

  /** `null` when the shared store cannot be asked; the caller must then go to the database. */
  abstract read(keys: readonly string[]): Promise<Stamp | null>
}
