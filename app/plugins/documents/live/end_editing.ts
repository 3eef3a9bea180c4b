import { inject } from '@adonisjs/core'
import { EditorSettings } from '../editor/editor_settings.js'
import type { Author } from '../versions/author.js'
import { noteInLog } from '../versions/document_log.js'
import { DropCommand } from './drop_command.js'
import { SessionInquiry } from './session_inquiry.js'
import { hasInside, type SessionKey, type SessionState } from '../sessions/session_state.js'

export interface Ending {
  /** Whose; everybody's when left out. */
  userIds?: readonly number[]
  author: Author
  /** For the log. */
  reason?: string
  /** Asked once they are told: whether it stands in the log already. */
  isNoted?: () => Promise<boolean>
}

/**
 * Sends people out of a document's editing session. Their editors are told and leave by themselves; what they changed
 * is saved with the session.
 */
@inject()
export class EndEditing {
  constructor(
    private readonly settings: EditorSettings,
    private readonly drop: DropCommand,
    private readonly inquiry: SessionInquiry
  ) {}

  /**
   * Returns when none of them is inside, or when their editors have had time enough.
   *
   * @returns the session as it is then: ask `hasInside` whether they are out
   * @throws E_EDITOR_OFF, E_UNAVAILABLE when the document server does not answer
   */
  async handle(key: SessionKey, ending: Ending): Promise<SessionState> {
    await this.tell(key, ending)
    const users = ending.userIds?.map(String)
    const longestMs = this.settings.config.sessionEndSeconds * 1000
    return this.inquiry.until(key, (state) => !hasInside(state, users), longestMs)
  }

  /**
   * Waits for nobody.
   *
   * @throws E_EDITOR_OFF, E_UNAVAILABLE when the document server does not answer
   */
  async tell(key: SessionKey, { userIds, author, reason, isNoted }: Ending): Promise<void> {
    await this.drop.send(key.editorKey, userIds?.map(String))
    const detail = userIds || reason ? { userIds, reason } : undefined
    if (!(await isNoted?.())) await noteInLog(key.id, { action: 'session_dropped', author, detail })
  }
}
