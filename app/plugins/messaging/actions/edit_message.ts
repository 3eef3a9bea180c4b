import { inject } from '@adonisjs/core'
import { isConstraintConflict } from '#kernel/database/main'
import { Parameters } from '#kernel/parameters/main'
import { clock } from '#kernel/state/main'
import { refusals } from '../errors.js'
import { contentJson, searchTextOfContent } from '../entries/content_rule.js'
import type { Entry } from '../entries/entry.js'
import type { ClientFrame } from '../frames/client_frames.js'
import { storedNow } from '../log/locked_conversation.js'
import { keyOf, MessageStore } from '../log/message_store.js'
import { messagingParameters } from '../parameters.js'
import { ChangeMessage, type ChangingMessage } from './change_message.js'

type Edit = ClientFrame<'edit'>

const EDITABLE = ['text', 'custom'] as const

/** Changes the text of a message of one's own. */
@inject()
export class EditMessage {
  constructor(
    private readonly changeMessage: ChangeMessage,
    private readonly store: MessageStore,
    private readonly parameters: Parameters
  ) {}

  /** @throws as `ChangeMessage`; E_EDIT_REFUSED, E_VALIDATION, E_CLIENT_MESSAGE_ID */
  async handle(userId: number, edit: Edit) {
    const repeated = await this.#repeated(userId, edit)
    if (repeated) return repeated
    const minutes = await this.parameters.get(messagingParameters.editMinutes)
    try {
      return await this.changeMessage.handle(userId, edit, (it) => {
        if (!isRecent(it.message, minutes)) throw new refusals.E_EDIT_REFUSED()
        return this.#edit(userId, edit, it)
      })
    } catch (error) {
      if (!isConstraintConflict(error)) throw error
      const stored = await this.#repeated(userId, edit)
      if (!stored) throw error
      return stored
    }
  }

  async #edit(userId: number, edit: Edit, { conversation, message }: ChangingMessage) {
    const contentType = EDITABLE.find((type) => type === message.contentType)
    if (!contentType || message.actorId !== userId) throw new refusals.E_EDIT_REFUSED()
    const { clientMessageId } = edit
    const content = await contentJson(contentType, edit.content)
    if (content === message.content) return editedBy(message, message.seq)

    const { seq: targetSeq } = message
    const searchText = searchTextOfContent(contentType, content)
    const values = { content, search_text: searchText, edited_at: storedNow() }
    await conversation.updateMessage(targetSeq, values)
    const change = { kind: 'edit', actorId: userId, targetSeq, clientMessageId } as const
    return editedBy(await conversation.append(change), targetSeq)
  }

  /** @throws E_CLIENT_MESSAGE_ID where the client's id stands for something else */
  async #repeated(userId: number, edit: Edit) {
    const key = { actorId: userId, clientMessageId: edit.clientMessageId }
    const stored = (await this.store.find([key])).get(keyOf(key))
    if (!stored) return null
    const { kind, conversationId, targetSeq } = stored
    const isSame = kind === 'edit' && conversationId === edit.conversationId
    if (!isSame || targetSeq !== edit.seq) throw new refusals.E_CLIENT_MESSAGE_ID()
    return editedBy(stored, targetSeq)
  }
}

/** What an edit is acknowledged with; `seq` of the message where nothing was changed. */
function editedBy({ conversationId, seq, editedAt }: Entry, targetSeq: number) {
  return { conversationId, seq, targetSeq, editedAt }
}

function isRecent({ createdAt }: Entry, minutes: number): boolean {
  return clock.now() - Date.parse(createdAt) <= minutes * 60_000
}
