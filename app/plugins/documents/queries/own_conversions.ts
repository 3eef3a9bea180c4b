import { E_NOT_FOUND } from '#kernel/http/errors'
import { actAsSystem, currentOperator } from '#kernel/operator/acting'
import { StoredFile } from '#plugins/files/main'
import DocumentConversion from '../models/document_conversion.js'

/** Conversions that whoever acts has asked for, of documents that they were found to reach. */
export class OwnConversions {
  /** @throws E_NOT_FOUND */
  async find(documentId: number, id: number): Promise<DocumentConversion> {
    const { id: operatorId } = currentOperator()
    const conversion = await DocumentConversion.query()
      .where({ id, documentId, operatorId })
      .first()
    if (!conversion) throw new E_NOT_FOUND()
    return conversion
  }

  /** @throws E_NOT_FOUND unless there is something to download */
  async fileOf({ fileId }: DocumentConversion): Promise<StoredFile> {
    if (fileId === null) throw new E_NOT_FOUND('There is nothing to download of this conversion')
    return actAsSystem('a conversion brings its file along', () => StoredFile.findOrFail(fileId))
  }
}
