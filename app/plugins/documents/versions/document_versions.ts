import { E_NOT_FOUND } from '#kernel/errors/main'
import { actAsSystem } from '#kernel/acting/main'
import { StoredFile } from '#plugins/files/main'
import DocumentVersion from '../models/document_version.js'

const BATCH = 1_000

/** User id: only that user’s submitted forms are included; `null`: those of all users. */
type FormsOf = number | null

/** Versions of documents that the caller may read, newest first and without histories. */
export class DocumentVersions {
  async of(documentId: number, formsOf: FormsOf): Promise<DocumentVersion[]> {
    const versions: DocumentVersion[] = []
    for (let page = 1; ; page++) {
      const some = await this.page(documentId, { page, pageSize: BATCH, formsOf })
      versions.push(...some)
      if (some.length < BATCH) return versions
    }
  }

  async page(
    documentId: number,
    { page, pageSize, formsOf }: { page: number; pageSize: number; formsOf: FormsOf }
  ): Promise<DocumentVersion[]> {
    const versions = DocumentVersion.described().where({ documentId }).orderBy('no', 'desc')
    if (formsOf !== null)
      void versions.where((shown) => {
        void shown.whereNot('kind', 'submitted_form').orWhere('authorId', formsOf)
      })
    return await versions.offset((page - 1) * pageSize).limit(pageSize)
  }

  async find(documentId: number, no: number): Promise<DocumentVersion> {
    const version = await DocumentVersion.described().where({ documentId, no }).first()
    if (!version) throw new E_NOT_FOUND()
    return version
  }

  async filesOf(versions: readonly DocumentVersion[]): Promise<Map<number, StoredFile>> {
    const files = new Map<number, StoredFile>()
    for (let from = 0; from < versions.length; from += BATCH) {
      const ids = versions.slice(from, from + BATCH).map(({ fileId }) => fileId)
      const found = await actAsSystem('a document within reach brings its files along', () =>
        StoredFile.query().whereIn('id', ids)
      )
      for (const file of found) files.set(file.id, file)
    }
    return files
  }

  /** The version that its editing session began with; `null` where it is unknown. */
  async baseOf({
    documentId,
    baseVersionNo: no,
  }: DocumentVersion): Promise<DocumentVersion | null> {
    return no === null ? null : DocumentVersion.described().where({ documentId, no }).first()
  }

  fileOf({ fileId }: Pick<DocumentVersion, 'fileId'>): Promise<StoredFile> {
    return actAsSystem('a document within reach brings its files along', () =>
      StoredFile.findOrFail(fileId)
    )
  }
}
