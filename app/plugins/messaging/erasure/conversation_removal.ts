import { inject } from '@adonisjs/core'
import { Logger } from '@adonisjs/core/logger'
import { withTimeout, TimeoutError } from '#kernel/errors/main'
import { removeConversation } from './remove_conversation.js'

/** Well below what a proxy waits before it asks another node, for which there is no such conversation any more. */
const WAITED_FOR_MS = 2_000

/** Removes what is left of a conversation that is noted as deleted; whoever asked for it waits for a moment alone. */
@inject()
export class ConversationRemoval {
  constructor(private readonly logger: Logger) {}

  /**
   * What takes longer goes on by itself. What fails, or ends with the process, is removed when the service looks next for what
   * is left: the conversation is deleted in any case.
   */
  async begin(id: number): Promise<void> {
    try {
      await withTimeout(this.#remove(id), WAITED_FOR_MS)
    } catch (error) {
      if (!(error instanceof TimeoutError)) throw error
    }
  }

  async #remove(id: number): Promise<void> {
    try {
      await removeConversation(id)
    } catch (error) {
      const said =
        'a deleted conversation could not be removed yet; within an hour it is tried again'
      this.logger.warn({ err: error as Error, conversationId: id }, said)
    }
  }
}
