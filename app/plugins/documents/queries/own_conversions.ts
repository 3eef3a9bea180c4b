import { inject } from '@adonisjs/core'
import { E_NOT_FOUND } from '#kernel/http/errors'
import { actAsSystem, currentOperator } from '#kernel/operator/acting'
import { StoredFile } from '#plugins/files/main'
import type Document from '../models/document.js'
import DocumentConversion from '../models/document_conversion.js'
import { ReadableVersions } from '../rights/readable_versions.js'

/** Conversions that the operator has requested, of a document within reach. */
@inject()
export class OwnConversions {
  constructor(private readonly versions: ReadableVersions) {}

  /** @throws E_NOT_FOUND, also when the operator may not read the version any more */
  async find(document: Document, id: number): Promise<DocumentConversion> {
    const [{ id: operatorId }, { id: documentId }] = [currentOperator(), document]
    const conversion = await DocumentConversion.query()
      .where({ id, documentId, operatorId })
      .first()
    if (!conversion) throw new E_NOT_FOUND()
    await this.versions.find(document, conversion.versionNo)
    return conversion
  }

  /** @throws E_NOT_FOUND without a file to download */
  async fileOf({ fileId }: DocumentConversion): Promise<StoredFile> {
    if (fileId === null) throw new E_NOT_FOUND('There is nothing to download of this conversion')
    return actAsSystem('a conversion brings its file along', () => StoredFile.findOrFail(fileId))
  }
}
