export type Listener<Payload> = (payload: Payload) => unknown

/** Typed events. */
export class Emitter<Events extends object> {
  readonly #listeners = new Map<keyof Events, Set<Listener<never>>>()

  /** Returns what ends the listening. */
  on<Name extends keyof Events>(name: Name, listener: Listener<Events[Name]>): () => void {
    const listeners = this.#listeners.get(name) ?? new Set()
    this.#listeners.set(name, listeners.add(listener))
    return () => void listeners.delete(listener)
  }

  /** What the listeners returned; promises among it may be waited for. */
  emit<Name extends keyof Events>(name: Name, payload: Events[Name]): unknown[] {
    const listeners = [...(this.#listeners.get(name) ?? [])] as Listener<Events[Name]>[]
    return listeners.map((listener) => listener(payload))
  }
}
