import { inject } from '@adonisjs/core'
import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { currentAbortSignal } from '#kernel/acting/main'
import { withRetry } from '#kernel/database/main'
import { KeyedSemaphore } from '#kernel/workers/main'
import { Broadcaster } from '../delivery/broadcaster.js'
import { LockedConversation } from './locked_conversation.js'

/** Each change holds a connection of the database. */
const AT_ONCE = 3
const QUEUE = { maxQueue: 1_000, maxQueuePerKey: 100 }
const ATTEMPTS = 5

/**
 * Writes everything but new messages: changes of messages, members and the conversation itself. It happens under the
 * lock that also numbers messages, so for every entry it is certain who was a member. Changes of one conversation wait
 * for each other here, where they hold no connection, and delay no other conversation.
 *
 * All throw E_TOO_MANY_REQUESTS, or Overloaded (503), where too many changes wait.
 */
@inject()
export class ConversationLedger {
  readonly #all = new KeyedSemaphore({ limit: AT_ONCE, ...QUEUE })
  readonly #ofOne = new KeyedSemaphore({ limit: Infinity, limitPerKey: 1, ...QUEUE })

  constructor(private readonly broadcaster: Broadcaster) {}

  /**
   * Entries that `work` appends are published after the commit. Resolves to its result.
   *
   * @throws E_NOT_FOUND where there is no such conversation
   */
  change<Result>(
    conversationId: number,
    work: (conversation: LockedConversation) => Promise<Result>
  ): Promise<Result> {
    const change = () => this.#transaction(async () => conversationId, work)
    const limited = () => this.#all.runForCaller(change)
    return this.#ofOne.run(String(conversationId), limited, currentAbortSignal())
  }

  /** The same for a conversation that `make` inserts; resolves to its id. */
  create(
    make: (trx: TransactionClientContract) => Promise<number>,
    work?: (conversation: LockedConversation) => Promise<void>
  ): Promise<number> {
    const begin = async (conversation: LockedConversation) => {
      await work?.(conversation)
      return conversation.id
    }
    return this.#all.runForCaller(() => this.#transaction(make, begin))
  }

  async #transaction<Result>(
    idOf: (trx: TransactionClientContract) => Promise<number>,
    work: (conversation: LockedConversation) => Promise<Result>
  ): Promise<Result> {
    const attempt = async (trx: TransactionClientContract) => {
      const conversation = await LockedConversation.lock(trx, await idOf(trx))
      const result = await work(conversation)
      await conversation.save()
      return { publications: conversation.publications, result }
    }
    const { publications, result } = await withRetry(ATTEMPTS, () => db.transaction(attempt))
    this.broadcaster.publish(publications)
    return result
  }
}
