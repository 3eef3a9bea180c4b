import { inject } from '@adonisjs/core'
import { setTimeout as delay } from 'node:timers/promises'
import { Logger } from '@adonisjs/core/logger'
import { CommandService } from '../editor/command_service.js'
import { EditorSettings } from '../editor/editor_settings.js'
import { shownTitle } from '../editor/shown_title.js'
import type Document from '../models/document.js'
import { hasWriters } from './participants.js'
import { sessionOf } from './sessions.js'

/** Whoever renames waits for no more than this. */
const PATIENCE_MS = 1_000

/** Tells editors that have a document open what it is called now. */
@inject()
export class AnnounceTitle {
  constructor(
    private readonly settings: EditorSettings,
    private readonly commands: CommandService,
    private readonly logger: Logger
  ) {}

  /** Never fails, and does not wait long for a document server that is slow: the document has its title anyway. */
  async handle(document: Document): Promise<void> {
    const patience = new AbortController()
    const { signal } = patience
    const enough = delay(PATIENCE_MS, undefined, { signal }).catch(() => undefined)
    await Promise.race([this.#announce(document), enough])
    patience.abort()
  }

  async #announce(document: Document): Promise<void> {
    const { id: documentId, sessionKey } = document
    try {
      if (this.settings.off || !(await hasWriters(await sessionOf(document)))) return
      const meta = { title: shownTitle(document) }
      await this.commands.send('meta', { key: sessionKey, meta })
    } catch (error) {
      this.logger.warn({ err: error, documentId }, 'editors were not told of a new title')
    }
  }
}
