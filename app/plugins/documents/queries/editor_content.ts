import { inject } from '@adonisjs/core'
import { E_NOT_FOUND } from '#kernel/errors/main'
import { actAsSystem } from '#kernel/acting/main'
import { StoredFile } from '#plugins/files/main'
import type { ContentClaims } from '../editor/editor_tokens.js'
import { EditorSettings } from '../editor/editor_settings.js'
import { E_EDITOR_TOKEN } from '../errors.js'
import Document from '../models/document.js'
import DocumentVersion from '../models/document_version.js'
import EditingSession from '../models/editing_session.js'
import { ReadableVersions } from '../rights/readable_versions.js'
import { TokenBearers } from './token_bearers.js'

@inject()
export class EditorContent {
  constructor(
    private readonly settings: EditorSettings,
    private readonly bearers: TokenBearers,
    private readonly versions: ReadableVersions
  ) {}

  /** @throws E_EDITOR_TOKEN; E_NOT_FOUND, also for a session that has ended */
  async find(documentId: number, token: string): Promise<{ file: StoredFile; name: string }> {
    const { tokens, off } = this.settings
    if (!tokens) throw new E_EDITOR_TOKEN(off!)
    const claims = await tokens.content(token, documentId)
    if (!claims) throw new E_EDITOR_TOKEN(await tokens.faultOf('content', token))
    return actAsSystem('the document server fetches what its token names', async () => {
      const document = await Document.query().where('id', documentId).whereNull('deletedAt').first()
      if (claims.key) await assertOpen(claims.key)
      const file = document && (await this.#fileOf(document, claims))
      if (!file) throw new E_NOT_FOUND('The file of this document is gone')
      return { file, name: `${document.title}.${file.extension}` }
    })
  }

  async #fileOf(document: Document, claims: ContentClaims): Promise<StoredFile | null> {
    const { user, file: fileId } = claims
    const bearer = user === 0 ? null : await this.bearers.reading(claims, document)
    const version = await DocumentVersion.described()
      .where('documentId', document.id)
      .where((either) => either.where('fileId', fileId).orWhere('changesFileId', fileId))
      .first()
    if (!version) return null
    if (bearer && !(await this.versions.isReadBy(bearer, document, version)))
      throw new E_EDITOR_TOKEN('The user of this address may no longer read this version')
    return StoredFile.find(fileId)
  }
}

async function assertOpen(sessionKey: string): Promise<void> {
  if (await EditingSession.findBy({ sessionKey, state: 'open' })) return
  throw new E_NOT_FOUND('The editing session of this address has ended; open the document again')
}
