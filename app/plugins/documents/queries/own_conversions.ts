import { inject } from '@adonisjs/core'
import { toStored } from '#kernel/database/main'
import { E_NOT_FOUND } from '#kernel/errors/main'
import { actAsSystem, currentOperator } from '#kernel/acting/main'
import { clock } from '#kernel/state/main'
import { StoredFile } from '#plugins/files/main'
import type Document from '../models/document.js'
import DocumentConversion from '../models/document_conversion.js'
import { ReadableVersions } from '../rights/readable_versions.js'

@inject()
export class OwnConversions {
  constructor(private readonly versions: ReadableVersions) {}

  /** @throws E_NOT_FOUND, also where the user may no longer read the version */
  async find(document: Document, id: number): Promise<DocumentConversion> {
    const [{ id: operatorId }, { id: documentId }] = [currentOperator(), document]
    const conversion = await DocumentConversion.query()
      .where({ id, documentId, operatorId })
      .first()
    if (!conversion) throw new E_NOT_FOUND()
    await this.versions.find(document, conversion.versionNo)
    return conversion
  }

  /** A conversion that has ended stays as it is. The node that works on it notices when it renews its lease. */
  async cancel({ id }: DocumentConversion): Promise<DocumentConversion> {
    const endedAt = toStored(clock.now())
    const running = DocumentConversion.query().where({ id, state: 'running' })
    await running.update({ state: 'cancelled', endedAt })
    return DocumentConversion.findOrFail(id)
  }

  /** @throws E_NOT_FOUND unless there is something to download */
  async fileOf({ fileId }: DocumentConversion): Promise<StoredFile> {
    if (fileId === null) throw new E_NOT_FOUND('There is nothing to download of this conversion')
    return actAsSystem('the file of a conversion within reach', () => StoredFile.findOrFail(fileId))
  }
}
