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
    const change = () =>
      this.#transaction(async (trx) => {
        const conversation = await LockedConversation.lock(trx, conversationId)
        return { conversation, result: await work(conversation) }
      })
    const limited = () => this.#all.runForCaller(change)
    return this.#ofOne.run(String(conversationId), limited, currentAbortSignal())
  }

  /** The same for a conversation that `make` inserts; resolves to its id. */
  create(
    make: (trx: TransactionClientContract) => Promise<number>,
    work: (conversation: LockedConversation) => Promise<void> = async () => undefined
  ): Promise<number> {
    return this.#all.runForCaller(() =>
      this.#transaction(async (trx) => {
        const conversation = await LockedConversation.lock(trx, await make(trx))
        await work(conversation)
        return { conversation, result: conversation.id }
      })
    )
  }

  async #transaction<Result>(
    work: (
      trx: TransactionClientContract
    ) => Promise<{ conversation: LockedConversation; result: Result }>
  ): Promise<Result> {
    const { conversation, result } = await withRetry(ATTEMPTS, () =>
      db.transaction(async (trx) => {
        const done = await work(trx)
        await done.conversation.save()
        return done
      })
    )
    this.broadcaster.publish(conversation.publications)
    return result
  }
}
