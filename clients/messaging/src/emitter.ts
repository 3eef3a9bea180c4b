export type Listener<Payload> = (payload: Payload) => unknown

/** Typed events. A listener that throws is told to the event `error`, and stops neither the others nor who emits. */
export class Emitter<Events extends { error: unknown }> {
  readonly #listeners = new Map<keyof Events, Set<Listener<never>>>()
  readonly #uncaught: (error: unknown) => void

  /** @param uncaught hears what listeners of `error` throw */
  constructor(uncaught: (error: unknown) => void = throwLater) {
    this.#uncaught = uncaught
  }

  /** Returns what ends the listening. */
  on<Name extends keyof Events>(name: Name, listener: Listener<Events[Name]>): () => void {
    const listeners = this.#listeners.get(name) ?? new Set()
    this.#listeners.set(name, listeners.add(listener))
    return () => void listeners.delete(listener)
  }

  /** What the listeners returned; promises among it may be waited for. */
  emit<Name extends keyof Events>(name: Name, payload: Events[Name]): unknown[] {
    const listeners = [...(this.#listeners.get(name) ?? [])] as Listener<Events[Name]>[]
    const failed = name === 'error' ? this.#uncaught : this.#failed
    return listeners.flatMap((listener) => {
      try {
        return [listener(payload)]
      } catch (error) {
        failed(error)
        return []
      }
    })
  }

  readonly #failed = (error: unknown) => void this.emit('error', error)
}

/** As an event target does: the environment reports it. */
function throwLater(error: unknown): void {
  queueMicrotask(() => {
    throw error
  })
}
