import { E_NOT_FOUND } from '#kernel/http/errors'
import { actAsSystem } from '#kernel/operator/acting'
import { StoredFile } from '#plugins/files/main'
import DocumentLog from '../models/document_log.js'

export interface KeptFile {
  entry: DocumentLog
  file: StoredFile
}

const MOST = 500

/** What came with saves that failed and is kept with the log, of documents that the caller has found to be within reach. */
export class KeptFiles {
  /** Newest first, and no more than so many. */
  async of(documentId: number): Promise<KeptFile[]> {
    const entries = await entriesOf(documentId).orderBy('id', 'desc').limit(MOST)
    const ids = entries.map(({ fileId }) => fileId!)
    const files = await actAsSystem('a document within reach brings its files along', () =>
      StoredFile.query().whereIn('id', ids)
    )
    const byId = new Map(files.map((file) => [file.id, file]))
    return entries.flatMap((entry) => {
      const file = byId.get(entry.fileId!)
      return file ? [{ entry, file }] : []
    })
  }

  /** @throws E_NOT_FOUND */
  async find(documentId: number, id: number): Promise<KeptFile> {
    const entry = await entriesOf(documentId).where({ id }).first()
    if (!entry) throw new E_NOT_FOUND()
    const file = await actAsSystem('a document within reach brings its files along', () =>
      StoredFile.findOrFail(entry.fileId!)
    )
    return { entry, file }
  }
}

function entriesOf(documentId: number) {
  return DocumentLog.query().where({ documentId }).whereNotNull('fileId')
}
