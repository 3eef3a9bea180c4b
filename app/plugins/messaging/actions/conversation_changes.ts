import { currentAbortSignal } from '#kernel/acting/main'
import { KeyedSemaphore } from '#kernel/workers/main'

/** Each change keeps a connection. */
const AT_ONCE = 3
const QUEUE = { maxQueue: 1_000, maxQueuePerKey: 100 }

/**
 * Limits changes of conversations at the same time. A change that waited for the lock of a row would keep a connection: changes of
 * one group wait for each other here, and delay no other group.
 *
 * Both throw E_TOO_MANY_REQUESTS, or Overloaded (503), where too many changes wait.
 */
export class ConversationChanges {
  readonly #all = new KeyedSemaphore({ limit: AT_ONCE, ...QUEUE })
  readonly #ofGroups = new KeyedSemaphore({ limit: Infinity, limitPerKey: 1, ...QUEUE })

  /** For a change of one group. */
  ofGroup<T>(groupId: number, work: () => Promise<T>): Promise<T> {
    return this.#ofGroups.run(String(groupId), () => this.any(work), currentAbortSignal())
  }

  /** For what creates a conversation. */
  any<T>(work: () => Promise<T>): Promise<T> {
    return this.#all.runForCaller(work)
  }
}
