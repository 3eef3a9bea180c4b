import { inject } from '@adonisjs/core'
import { Logger } from '@adonisjs/core/logger'
import { E_NOT_FOUND } from '#kernel/http/errors'
import { actAsSystem } from '#kernel/operator/acting'
import { StoredFile } from '#plugins/files/main'
import type { ContentClaims } from '../editor/editor_tokens.js'
import { EditorSettings } from '../editor/editor_settings.js'
import { E_EDITOR_TOKEN } from '../errors.js'
import { Openings } from '../live/openings.js'
import { SessionTraces } from '../sessions/session_traces.js'
import Document from '../models/document.js'
import DocumentKey from '../models/document_key.js'
import DocumentVersion from '../models/document_version.js'
import { ReadableVersions } from '../rights/readable_versions.js'
import { TokenBearers } from './token_bearers.js'

const OUTDATED = 'The document has been saved since this address was made; open the document again'
const GONE_ON = 'The document went on without the session of this address; open the document again'

/** The file that a content token stands for, as long as whoever it was made for may see the document and that version. */
@inject()
export class EditorContent {
  constructor(
    private readonly settings: EditorSettings,
    private readonly bearers: TokenBearers,
    private readonly versions: ReadableVersions,
    private readonly traces: SessionTraces,
    private readonly openings: Openings,
    private readonly logger: Logger
  ) {}

  /** @throws E_EDITOR_TOKEN, E_NOT_FOUND */
  async find(documentId: number, token: string): Promise<{ file: StoredFile; name: string }> {
    const { tokens, off } = this.settings
    if (!tokens) throw new E_EDITOR_TOKEN(off!)
    const claims = await tokens.content(token, documentId)
    if (!claims) throw new E_EDITOR_TOKEN(await tokens.faultOf('content', token))

    return actAsSystem('the document server fetches what its token names', async () => {
      const document = await Document.query().where('id', documentId).whereNull('deletedAt').first()
      if (document) await this.#assertOpenable(document, claims)
      const file = document && (await this.#fileOf(document, claims))
      if (!file) throw new E_NOT_FOUND('The file of this document is gone')
      await this.#noteServed(claims, file.extension)
      return { file, name: `${document.title}.${file.extension}` }
    })
  }

  /** What would be changed in an older content, or under a key that is used up, could only lie beside. */
  async #assertOpenable(document: Document, claims: ContentClaims): Promise<void> {
    if (isOutdated(document, claims)) throw new E_EDITOR_TOKEN(OUTDATED)
    if (!(await isUsedUp(document, claims))) return
    this.logger.warn(
      { documentId: document.id, user: claims.user },
      'nothing is opened under a key that is used up'
    )
    throw new E_EDITOR_TOKEN(GONE_ON)
  }

  async #noteServed(claims: ContentClaims, fileType: string): Promise<void> {
    const { doc: id, key: editorKey, user, session, opening } = claims
    if (!editorKey) return
    await this.traces.served(id, editorKey, fileType)
    if (opening) await this.openings.served({ id, editorKey }, { userId: user, session, opening })
  }

  /** A file that this document has, or had, as a version or as a version's changes. */
  async #fileOf(document: Document, claims: ContentClaims): Promise<StoredFile | null> {
    const { user, file: fileId } = claims
    const bearer = user === 0 ? null : await this.bearers.reading(claims, document)
    const version = await DocumentVersion.described()
      .where('documentId', document.id)
      .where((either) => either.where('fileId', fileId).orWhere('changesFileId', fileId))
      .first()
    if (!version) return null
    if (bearer && !(await this.versions.isReadBy(bearer, document, version)))
      throw new E_EDITOR_TOKEN('Whoever this address was made for may no longer see this version')
    return StoredFile.find(fileId)
  }
}

/** Its session has saved since: what the document server would go on from is not what is present. */
function isOutdated({ editorKey, versionNo }: Document, { key, upon }: ContentClaims): boolean {
  return upon !== undefined && key === editorKey && upon !== versionNo
}

/**
 * For whoever would change something. What the document server may have kept unsaved under it is written once somebody opens
 * it, so that is not refused.
 */
async function isUsedUp(
  { editorKey }: Document,
  { key, opening }: ContentClaims
): Promise<boolean> {
  if (!opening || !key || key === editorKey) return false
  const known = await DocumentKey.findBy({ editorKey: key })
  return known !== null && known.unsavedAt === null && known.failedSave === null
}
