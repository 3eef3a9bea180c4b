import { Overloaded } from '#kernel/errors/main'

interface Waiting {
  enter: () => void
}

/** Lets so many in at a time; the others wait in order, and no more of them than are worth waiting for. */
export class Semaphore {
  #inside = 0
  readonly #waiting = new Set<Waiting>()

  constructor(
    private readonly most: number,
    private readonly mostWaiting: number
  ) {}

  /**
   * @param signal whoever gives up waiting leaves the queue, and the rejection is the signal's reason
   * @throws Overloaded when too many wait already; call `leave` afterwards
   */
  async enter(signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted()
    if (this.#inside < this.most) {
      this.#inside += 1
      return
    }
    if (this.#waiting.size >= this.mostWaiting) throw new Overloaded()
    await this.#turn(signal)
  }

  leave(): void {
    const [next] = this.#waiting
    if (!next) {
      this.#inside -= 1
      return
    }
    this.#waiting.delete(next)
    next.enter()
  }

  #turn(signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        this.#waiting.delete(waiting)
        reject(signal!.reason as Error)
      }
      const enter = () => {
        signal?.removeEventListener('abort', giveUp)
        resolve()
      }
      const waiting = { enter }
      this.#waiting.add(waiting)
      signal?.addEventListener('abort', giveUp, { once: true })
    })
  }
}
