import { fileURLToPath } from 'node:url'

const SHARED = ['desk.css']

/** The files that a page loads: its own, and those that pages share. */
export class PageFiles {
  readonly #paths = new Map<string, string>()

  /**
   * @param folder where its own files lie, with a slash at the end
   * @param own their names
   */
  constructor(folder: URL, own: readonly string[]) {
    const shared = new URL('./assets/', import.meta.url)
    for (const name of SHARED) this.#paths.set(name, fileURLToPath(new URL(name, shared)))
    for (const name of own) this.#paths.set(name, fileURLToPath(new URL(name, folder)))
  }

  /** Absolute path; `undefined` for any other name. */
  pathOf(name: string): string | undefined {
    return this.#paths.get(name)
  }
}
