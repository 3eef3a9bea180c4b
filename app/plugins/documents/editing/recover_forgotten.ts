import { inject } from '@adonisjs/core'
import { Logger } from '@adonisjs/core/logger'
import { E_PAYLOAD_TOO_LARGE } from '#kernel/errors/main'
import { UnsoundFile } from '../editor/unsound_file.js'
import type EditingSession from '../models/editing_session.js'
import { Tell } from '../notices/tell.js'
import { TakeSave } from '../saves/take_save.js'
import { ForgottenFiles } from '../sessions/forgotten_files.js'

export type Recovery = 'recovered' | 'none' | 'failed'

/** How often another file may have taken the place of the one that was kept. */
const ATTEMPTS = 3

/** Takes the file of a session that the document server could not deliver, once nobody is inside. It ends the session. */
@inject()
export class RecoverForgotten {
  constructor(
    private readonly files: ForgottenFiles,
    private readonly saves: TakeSave,
    private readonly tell: Tell,
    private readonly logger: Logger
  ) {}

  /** @throws E_EDITOR_OFF, E_UNAVAILABLE */
  async handle(session: EditingSession): Promise<Recovery> {
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      const url = await this.files.urlOf(session.sessionKey)
      if (url === null) return attempt === 1 ? 'none' : 'recovered'
      const sha256 = await this.#taken(session, url)
      if (sha256 === null) return 'failed'
      if (await this.files.deleteIfStill(session.sessionKey, sha256)) break
    }
    return 'recovered'
  }

  /** @returns SHA-256 of what was kept; `null` where it is larger than what is taken */
  async #taken(session: EditingSession, url: string): Promise<string | null> {
    try {
      return await this.#take(session, url, false)
    } catch (error) {
      if (error instanceof UnsoundFile) return await this.#takeUnsound(session, url)
      if (!(error instanceof E_PAYLOAD_TOO_LARGE)) throw error
      this.logger.error(
        { err: error, documentId: session.documentId },
        'a save cannot be recovered'
      )
      await this.tell.ofSession(session, 'undelivered')
      return null
    }
  }

  /** It may have been damaged on its way. It is deleted there only if it is the same once more. */
  async #takeUnsound(session: EditingSession, url: string): Promise<string> {
    try {
      return await this.#take(session, url, false)
    } catch (error) {
      if (error instanceof UnsoundFile) return this.#take(session, url, true)
      throw error
    }
  }

  async #take(session: EditingSession, url: string, isFailed: boolean): Promise<string> {
    const { sha256 } = await this.saves.handle({
      ...{ session, url, isFailed, history: null, userIds: [], status: 0 },
      isFinal: true,
      isRecovered: true,
    })
    return sha256
  }
}
