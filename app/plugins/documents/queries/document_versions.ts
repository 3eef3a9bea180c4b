import { E_NOT_FOUND } from '#kernel/http/errors'
import { actAsSystem } from '#kernel/operator/acting'
import { StoredFile } from '#plugins/files/main'
import DocumentVersion from '../models/document_version.js'

/** Versions of documents that the caller has found to be within reach. */
export class DocumentVersions {
  /** Newest first. */
  of(documentId: number): Promise<DocumentVersion[]> {
    return DocumentVersion.query().where('documentId', documentId).orderBy('no', 'desc')
  }

  /** @throws E_NOT_FOUND */
  async find(documentId: number, no: number): Promise<DocumentVersion> {
    const version = await DocumentVersion.query().where({ documentId, no }).first()
    if (!version) throw new E_NOT_FOUND()
    return version
  }

  fileOf({ fileId }: Pick<DocumentVersion, 'fileId'>): Promise<StoredFile> {
    return actAsSystem('a document within reach brings its files along', () =>
      StoredFile.findOrFail(fileId)
    )
  }
}
