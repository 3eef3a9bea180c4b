/** Says which of the given files are still referred to. */
export type ReferenceCheck = (fileIds: readonly number[]) => Promise<ReadonlySet<number>>

/**
 * Extension point: plugins that refer to files. A file recorded with a holder's name lives as long as the holder
 * refers to it; any holder's reference protects a file from being deleted.
 */
export class FileHolders {
  readonly #checks = new Map<string, ReferenceCheck>()

  /** @param holder name of the plugin */
  register(holder: string, check: ReferenceCheck): void {
    this.#checks.set(holder, check)
  }

  knows(holder: string): boolean {
    return this.#checks.has(holder)
  }

  /** Those of the files that somebody refers to. */
  async referenced(fileIds: readonly number[]): Promise<ReadonlySet<number>> {
    const answers = await Promise.all([...this.#checks.values()].map((check) => check(fileIds)))
    return new Set(answers.flatMap((answer) => [...answer]))
  }
}
