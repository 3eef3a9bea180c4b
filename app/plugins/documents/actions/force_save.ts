import { inject } from '@adonisjs/core'
import { randomUUID } from 'node:crypto'
import { E_UNAVAILABLE } from '#kernel/http/errors'
import { CommandError, CommandService } from '../editor/command_service.js'
import { EditorSettings } from '../editor/editor_settings.js'
import { E_NOT_EDITED } from '../errors.js'
import { SessionEvents, type SessionEvent } from '../live/session_events.js'
import type Document from '../models/document.js'
import DocumentSave from '../models/document_save.js'
import type DocumentVersion from '../models/document_version.js'
import { DocumentVersions } from '../queries/document_versions.js'

/** Has the editor save what is being edited, and waits for the version. */
@inject()
export class ForceSave {
  constructor(
    private readonly settings: EditorSettings,
    private readonly commands: CommandService,
    private readonly events: SessionEvents,
    private readonly versions: DocumentVersions
  ) {}

  /**
   * The version with what was changed; where nothing was, the present one.
   *
   * @throws E_NOT_EDITED, E_EDITOR_OFF, E_UNAVAILABLE when it does not come in time
   */
  async handle({ id, editorKey, versionNo }: Document): Promise<DocumentVersion> {
    const userdata = randomUUID()
    const begun = { code: CommandError.none as number }
    const event = await this.events.awaitAfter(
      async () => (begun.code = await this.#begin(editorKey, userdata)) === CommandError.none,
      (one) => isAbout(one, { editorKey, userdata }),
      this.settings.config.forceSaveSeconds * 1000
    )
    if (begun.code === CommandError.nothingChanged) return this.versions.find(id, versionNo)
    const saved = event?.versionNo ?? (await this.#recorded(userdata))
    if (saved) return this.versions.find(id, saved)
    throw new E_UNAVAILABLE('The document server has not saved in time')
  }

  async #begin(key: string, userdata: string): Promise<number> {
    const { error } = await this.commands.send('forcesave', { key, userdata })
    if (error === CommandError.none || error === CommandError.nothingChanged) return error
    if (error === CommandError.noSuchKey) throw new E_NOT_EDITED()
    throw new E_UNAVAILABLE(`The document server refused to save (error ${error})`)
  }

  /** The word of it may have been missed while nodes were apart. */
  async #recorded(userdata: string): Promise<number | null> {
    const save = await DocumentSave.findBy('userdata', userdata)
    return save?.versionNo ?? null
  }
}

function isAbout(event: SessionEvent, asked: { editorKey: string; userdata: string }): boolean {
  return event.editorKey === asked.editorKey && event.userdata === asked.userdata
}
