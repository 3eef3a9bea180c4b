import { inject } from '@adonisjs/core'
import { randomUUID } from 'node:crypto'
import { E_PAYLOAD_TOO_LARGE } from '#kernel/http/errors'
import { IncomingPlaces } from '#kernel/http/incoming_places'
import { FileStore, type FileKind, type StoredBlob } from '#plugins/files/main'
import { AbsentFile } from '../editor/absent_file.js'
import { CommandError, CommandService } from '../editor/command_service.js'
import { EditorSettings } from '../editor/editor_settings.js'
import { SessionEvents } from '../live/session_events.js'
import { UnsoundFile } from '../editor/unsound_file.js'
import { LostFiles } from './lost_files.js'

export interface Salvaged extends FileKind {
  blob: StoredBlob
}

/** What is not handed out stays where it is: nothing is deleted there. */
const CANNOT_BE_HAD = [E_PAYLOAD_TOO_LARGE, UnsoundFile, AbsentFile]

/** Fetches what can still be had of work that is given up. */
@inject()
export class Salvage {
  constructor(
    private readonly settings: EditorSettings,
    private readonly commands: CommandService,
    private readonly events: SessionEvents,
    private readonly files: LostFiles,
    private readonly store: FileStore,
    private readonly places: IncomingPlaces
  ) {}

  /**
   * Has the document server try once more to write what it holds unsaved.
   *
   * @returns the version that came of it
   * @throws E_UNAVAILABLE
   */
  async forced(editorKey: string): Promise<number | null> {
    const userdata = randomUUID()
    await using heard = await this.events.listen((event) => event.userdata === userdata)
    const { error } = await this.commands.send('forcesave', { key: editorKey, userdata })
    if (error !== CommandError.none) return null
    const longestMs = this.settings.config.sessionEndSeconds * 1000
    const end = await heard.until(() => heard.all.find(({ kind }) => kind !== 'seen'), longestMs)
    return end?.versionNo ?? null
  }

  /**
   * The file that it could not deliver, as it is; `null` where that cannot be kept.
   *
   * @throws E_UNAVAILABLE when it may be fetched another time; E_TOO_MANY_REQUESTS
   */
  async lost(editorKey: string): Promise<Salvaged | null> {
    try {
      return await this.places.withinOwn(() => this.#fetched(editorKey))
    } catch (error) {
      if (CANNOT_BE_HAD.some((kind) => error instanceof kind)) return null
      throw error
    }
  }

  async #fetched(editorKey: string): Promise<Salvaged | null> {
    await using file = await this.files.fetchAny(editorKey)
    if (!file) return null
    const { extension, mimeType } = file
    return { blob: await this.store.keep(file), extension, mimeType }
  }
}
