import { inject } from '@adonisjs/core'
import { E_NOT_FOUND } from '#kernel/http/errors'
import { currentOperator } from '#kernel/operator/acting'
import { E_BEING_EDITED } from '../errors.js'
import { EndEditing } from '../live/end_editing.js'
import { SessionInquiry } from '../live/session_inquiry.js'
import { hasInside, type SessionKey } from '../sessions/session_state.js'
import { authorOf } from '../versions/author.js'

/** Sends one person out of a document's editing session; the others go on. */
@inject()
export class PutOutEditor {
  constructor(
    private readonly inquiry: SessionInquiry,
    private readonly endEditing: EndEditing
  ) {}

  /** @throws E_NOT_FOUND when they are not inside, E_BEING_EDITED when they do not leave, E_EDITOR_OFF, E_UNAVAILABLE */
  async handle(key: SessionKey, userId: number): Promise<void> {
    const users = [String(userId)]
    if (!hasInside(await this.inquiry.ask(key), users))
      throw new E_NOT_FOUND('This person is not in the document')

    const author = authorOf(currentOperator())
    const state = await this.endEditing.handle(key, { userIds: [userId], author })
    if (hasInside(state, users)) throw new E_BEING_EDITED(STILL_INSIDE)
  }
}

const STILL_INSIDE =
  'They were told to leave and are still in the document; try again in a moment, or take the right to change it from them'
