import { inject } from '@adonisjs/core'
import { setTimeout as delay } from 'node:timers/promises'
import { E_NOT_FOUND } from '#kernel/errors/main'
import { currentOperator } from '#kernel/acting/main'
import { clock } from '#kernel/state/main'
import { EditorSettings } from '../editor/editor_settings.js'
import { E_BEING_EDITED } from '../errors.js'
import type Document from '../models/document.js'
import type EditingSession from '../models/editing_session.js'
import { DropCommand } from '../sessions/drop_command.js'
import { SessionInquiry } from '../sessions/session_inquiry.js'
import { sessionOf } from '../sessions/sessions.js'
import { authorOf } from '../versions/author.js'
import { noteInLog } from '../versions/document_log.js'

const AGAIN_MS = 400

@inject()
export class PutOutEditor {
  constructor(
    private readonly settings: EditorSettings,
    private readonly inquiry: SessionInquiry,
    private readonly dropCommand: DropCommand
  ) {}

  /** @throws E_NOT_FOUND when they are not inside, E_BEING_EDITED when they do not leave, E_EDITOR_OFF, E_UNAVAILABLE */
  async handle(document: Document, userId: number): Promise<void> {
    const session = await sessionOf(document)
    if (!(await this.#isInside(session, userId)))
      throw new E_NOT_FOUND('This person is not in the document')
    await this.dropCommand.send(session, [userId])
    const entry = { author: authorOf(currentOperator()), detail: { userIds: [userId] } }
    await noteInLog(document.id, { action: 'session_dropped', ...entry })
    const deadline = clock.elapsed() + this.settings.config.sessionEndSeconds * 1000
    while (await this.#isInside(session, userId)) {
      if (clock.elapsed() > deadline) throw new E_BEING_EDITED(STILL_INSIDE)
      await delay(AGAIN_MS)
    }
  }

  async #isInside(session: EditingSession, userId: number): Promise<boolean> {
    const state = await this.inquiry.ask(session)
    return state.kind === 'edited' && state.userIds.includes(userId)
  }
}

const STILL_INSIDE =
  'They were told to leave and are still in the document; try again in a moment, or take the right to change it from them'
