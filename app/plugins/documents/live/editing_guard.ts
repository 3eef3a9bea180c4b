import { inject } from '@adonisjs/core'
import { Refusal } from '#kernel/http/define_error'
import { CommandError, CommandService } from '../editor/command_service.js'
import { EditorSettings } from '../editor/editor_settings.js'
import { E_BEING_EDITED } from '../errors.js'
import Document from '../models/document.js'
import type { Author } from '../versions/author.js'
import { noteInLog } from '../versions/document_log.js'
import { LiveState } from './live_state.js'
import { SessionEvents } from './session_events.js'

export interface GuardOptions {
  /** End the session of whoever edits, instead of refusing. */
  drop: boolean
  author: Author
}

/** How long an ended session may take to deliver its last save. */
const PATIENCE_MS = 10_000

/** Keeps what must not happen under the hands of somebody who edits. */
@inject()
export class EditingGuard {
  constructor(
    private readonly settings: EditorSettings,
    private readonly commands: CommandService,
    private readonly live: LiveState,
    private readonly events: SessionEvents
  ) {}

  /**
   * Returns when nobody edits the document; what an ended session had changed is saved by then.
   *
   * @throws E_BEING_EDITED
   */
  async assertQuiet(document: Document, { drop, author }: GuardOptions): Promise<void> {
    if (document.editing.length === 0 || !(await this.#isEdited(document))) return
    if (!drop) throw new E_BEING_EDITED(refusal(document))

    await this.events.awaitAfter(
      () => this.#drop(document, author),
      ({ kind, editorKey }) => kind === 'ended' && editorKey === document.editorKey,
      PATIENCE_MS
    )
    const { editing } = await Document.query().where('id', document.id).firstOrFail()
    if (editing.length > 0)
      throw new E_BEING_EDITED('The session was told to end but has not yet; try again in a moment')
  }

  /** The last word of a session may have been lost, so the document server is asked. */
  async #isEdited({ id, editorKey }: Document): Promise<boolean> {
    if (this.settings.off) return false
    try {
      const { error } = await this.commands.send('info', { key: editorKey })
      if (error !== CommandError.noSuchKey) return true
    } catch (error) {
      if (error instanceof Refusal) return true
      throw error
    }
    await this.live.end(id, editorKey)
    return false
  }

  async #drop({ id, editorKey }: Document, author: Author): Promise<void> {
    await this.commands.send('drop', { key: editorKey })
    await noteInLog(id, { action: 'session_dropped', author })
  }
}

function refusal({ editing }: Document): string {
  const names = editing.map(({ name }) => name).join(', ')
  return `${names} ${editing.length === 1 ? 'is' : 'are'} editing the document; wait until they are done, or repeat with drop=true to end their session`
}
