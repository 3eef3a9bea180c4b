import { inject } from '@adonisjs/core'
import { Logger } from '@adonisjs/core/logger'
import { Notices } from '#kernel/notices/notices'
import { actAsSystem } from '#kernel/operator/acting'
import { CommandError, CommandService } from '../editor/command_service.js'
import { EditorSettings } from '../editor/editor_settings.js'
import DocumentKey from '../models/document_key.js'
import { SaveDocument } from '../saves/save_document.js'
import { LostSaveAuthor } from './lost_save_author.js'
import { noticeOf } from './lost_save_notice.js'

export interface Recovery {
  /** Brought back as versions. */
  recovered: number
  /** Known already: their save had come through after all. */
  known: number
  /** Of sessions that are none of ours; they are left alone. */
  foreign: number
  /** Could not be fetched or recorded this time. */
  failed: number
}

/**
 * Looks through what the document server could not deliver, and brings back what is ours. It is deleted there only
 * once it is recorded here.
 */
@inject()
export class RecoverLostSaves {
  constructor(
    private readonly settings: EditorSettings,
    private readonly commands: CommandService,
    private readonly saveDocument: SaveDocument,
    private readonly authors: LostSaveAuthor,
    private readonly notices: Notices,
    private readonly logger: Logger
  ) {}

  /** @throws E_EDITOR_OFF, E_UNAVAILABLE when the document server does not answer */
  async handle(): Promise<Recovery> {
    const recovery: Recovery = { recovered: 0, known: 0, foreign: 0, failed: 0 }
    const { keys } = await this.commands.send('getForgottenList')
    for (const key of keys ?? []) {
      recovery[await actAsSystem('bring back a lost save', () => this.#recover(key))]++
    }
    return recovery
  }

  async #recover(editorKey: string): Promise<keyof Recovery> {
    const key = await DocumentKey.findBy({ editorKey })
    if (!key) return 'foreign'
    try {
      return await this.#bringBack(key)
    } catch (error) {
      this.logger.error(
        { err: error, documentId: key.documentId },
        'a lost save could not be brought back'
      )
      return 'failed'
    }
  }

  async #bringBack({ documentId, editorKey }: DocumentKey): Promise<keyof Recovery> {
    const { error, url } = await this.commands.send('getForgotten', { key: editorKey })
    if (error === CommandError.noSuchKey) return 'known'
    if (!url) throw new Error(`The document server answered ${error} to getForgotten`)

    const author = await this.authors.of(documentId, editorKey)
    const request = {
      documentId,
      editorKey,
      source: { url },
      status: 0,
      final: true,
      recovered: true,
    }
    const saved = await this.saveDocument.handle({ ...request, author })
    await this.commands.send('deleteForgotten', { key: editorKey })
    if (saved.outcome !== 'version') return 'known'

    const notice = await noticeOf(documentId, saved.versionNo!)
    if (author.id !== null) await this.notices.send([author.id], notice)
    return 'recovered'
  }

  /** `null` when the editor can be used. */
  get off(): string | null {
    return this.settings.off
  }
}
