import { inject } from '@adonisjs/core'
import { E_NOT_FOUND } from '#kernel/http/errors'
import { actAsOperator, actAsSystem } from '#kernel/operator/acting'
import type { Operator } from '#kernel/operator/operator'
import { Gate } from '#kernel/permissions/gate'
import { filePermissions, ReadableFiles, StoredFile } from '#plugins/files/main'
import { EditorSettings } from '../editor/editor_settings.js'
import { E_EDITOR_TOKEN } from '../errors.js'
import Document from '../models/document.js'
import { TokenBearers } from './token_bearers.js'

/** The file that a source token stands for, as long as whoever it was made for may see the document and the file. */
@inject()
export class SourceContent {
  constructor(
    private readonly settings: EditorSettings,
    private readonly bearers: TokenBearers,
    private readonly files: ReadableFiles,
    private readonly gate: Gate
  ) {}

  /** @throws E_EDITOR_TOKEN, E_NOT_FOUND */
  async find(documentId: number, token: string): Promise<StoredFile> {
    const { tokens, off } = this.settings
    if (!tokens) throw new E_EDITOR_TOKEN(off!)
    const claims = await tokens.source(token, documentId)
    if (!claims) throw new E_EDITOR_TOKEN(await tokens.faultOf('source', token))

    return actAsSystem('the document server fetches what its token names', async () => {
      const document = await Document.query().where('id', documentId).whereNull('deletedAt').first()
      const bearer = document && (await this.bearers.reading(claims, document))
      const file = await StoredFile.find(claims.file)
      if (!bearer || !file) throw new E_NOT_FOUND('This file is gone')
      await this.#assertSees(bearer, file)
      return file
    })
  }

  async #assertSees(operator: Operator, { id }: StoredFile): Promise<void> {
    const { code: permission } = filePermissions.show
    const grant = await this.gate.grantOf(operator, permission)
    const acting = grant && { operator, permission, ...grant }
    if (acting && (await actAsOperator(acting, () => this.files.has(id)))) return
    throw new E_EDITOR_TOKEN('Whoever this address was made for may no longer see the file')
  }
}
