import { inject } from '@adonisjs/core'
import { E_NOT_FOUND } from '#kernel/errors/main'
import { actAsOperator, actAsSystem, type Operator } from '#kernel/acting/main'
import { Gate } from '#kernel/permissions/main'
import { filePermissions, ReadableFiles, StoredFile } from '#plugins/files/main'
import { EditorSettings } from '../editor/editor_settings.js'
import { E_EDITOR_TOKEN } from '../errors.js'
import Document from '../models/document.js'
import { TokenBearers } from './token_bearers.js'

/** The file that a source token names, while the user it was made for may see both the document and the file. */
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
      if (await this.#sees(bearer, file)) return file
      throw new E_EDITOR_TOKEN('The user this address was made for may no longer see the file')
    })
  }

  async #sees(operator: Operator, { id }: StoredFile): Promise<boolean> {
    const { code: permission } = filePermissions.show
    const grant = await this.gate.grantOf(operator, permission)
    return !!grant && actAsOperator({ operator, permission, ...grant }, () => this.files.has(id))
  }
}
