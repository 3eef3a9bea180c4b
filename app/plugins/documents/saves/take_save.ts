import { inject } from '@adonisjs/core'
import Document from '../models/document.js'
import DocumentSave from '../models/document_save.js'
import { AbsentFile } from '../editor/absent_file.js'
import { Tell } from '../notices/tell.js'
import { SessionTurns } from '../sessions/session_turns.js'
import { CommitSave, type Saved } from './commit_save.js'
import { Contributors } from './contributors.js'
import { KeepFile } from './keep_file.js'
import { pathHashOf, type SaveRequest } from './save_request.js'

/** Takes a file of an editing session: keeps it, places it, commits it, and notifies those whom it concerns. */
@inject()
export class TakeSave {
  constructor(
    private readonly turns: SessionTurns,
    private readonly keepFile: KeepFile,
    private readonly contributors: Contributors,
    private readonly commit: CommitSave,
    private readonly tell: Tell
  ) {}

  /** @throws E_EDITOR_URL, E_PAYLOAD_TOO_LARGE, E_NOT_FOUND for good; others for whatever may pass */
  handle(request: SaveRequest): Promise<Saved> {
    const { documentId } = request.session
    return this.turns.run(documentId, async () => {
      const document = await Document.findOrFail(documentId)
      const pathHash = pathHashOf(request.url)
      const file = await this.#kept(request, pathHash, document)
      if (!file) return known(document)
      const contributions = await this.contributors.of(request, document)
      const saved = await this.commit.handle({ ...request, ...contributions, pathHash }, file)
      if (saved.version) await this.tell.ofVersion(saved.version)
      return saved
    })
  }

  /** `null` where the file is gone because it was saved before: the answer to that save got lost. */
  async #kept(request: SaveRequest, pathHash: string, document: Document) {
    try {
      return await this.keepFile.handle(request, document.fileType)
    } catch (error) {
      if (!(error instanceof AbsentFile)) throw error
      const { sessionKey } = request.session
      if (await DocumentSave.findBy({ sessionKey, pathHash })) return null
      throw error
    }
  }
}

const known = ({ versionNo }: Document): Saved => {
  return { outcome: 'unchanged', versionNo, version: null, sha256: '' }
}
