import { isPromise } from './promises.js'

/** Runs the work of each conversation in order: what returns a promise holds back what comes after it. */
export class Turns {
  readonly #last = new Map<number, Promise<void>>()
  readonly #failed: (error: unknown) => void

  constructor(failed: (error: unknown) => void) {
    this.#failed = failed
  }

  /** At once where nothing of the conversation is still under way. Work that fails holds nothing back. */
  run(id: number, step: () => unknown): void {
    const before = this.#last.get(id)
    const last = before ? before.then(() => this.#try(step)) : this.#try(step)
    if (!last) return
    this.#last.set(id, last)
    void last.then(() => {
      if (this.#last.get(id) === last) this.#last.delete(id)
    })
  }

  #try(step: () => unknown): Promise<void> | undefined {
    try {
      const result = step()
      if (isPromise(result)) return Promise.resolve(result).then(() => undefined, this.#failed)
    } catch (error) {
      this.#failed(error)
    }
    return undefined
  }
}
