import { setImmediate } from 'node:timers/promises'
import { E_NOT_FOUND } from '#kernel/http/errors'
import { actAsSystem } from '#kernel/operator/acting'
import { StoredFile } from '#plugins/files/main'
import DocumentVersion from '../models/document_version.js'

const MOST_IDS = 1_000

/** Versions that are read at once. */
const AT_ONCE = 20

interface Wanted {
  skipped: number
  most: number
  /** Whose submitted forms are among them; everybody's where there is nobody. */
  formsOf: number | null
}

/** Versions of documents that the caller has found to be within reach, without their histories. */
export class DocumentVersions {
  /** Newest first. */
  of(documentId: number, formsOf: Wanted['formsOf']): Promise<DocumentVersion[]> {
    return this.#newest(documentId, { skipped: 0, most: Infinity, formsOf })
  }

  /** Newest first. */
  page(
    documentId: number,
    { page, pageSize, formsOf }: { page: number; pageSize: number; formsOf: Wanted['formsOf'] }
  ): Promise<DocumentVersion[]> {
    return this.#newest(documentId, { skipped: (page - 1) * pageSize, most: pageSize, formsOf })
  }

  /** SQLite goes through what it does not answer as well, so others have their turn in between. */
  async #newest(
    documentId: number,
    { skipped, most, formsOf }: Wanted
  ): Promise<DocumentVersion[]> {
    const versions: DocumentVersion[] = []
    for (;;) {
      const older = DocumentVersion.described().where({ documentId }).orderBy('no', 'desc')
      if (formsOf !== null)
        void older.where((shown) => {
          void shown.whereNot('kind', 'submitted_form').orWhere('authorId', formsOf)
        })
      const last = versions.at(-1)
      void (last ? older.where('no', '<', last.no) : older.offset(skipped))
      const wanted = Math.min(AT_ONCE, most - versions.length)
      const some = await older.limit(wanted)
      versions.push(...some)
      if (some.length < wanted || versions.length === most) return versions
      await setImmediate()
    }
  }

  /** @throws E_NOT_FOUND */
  async find(documentId: number, no: number): Promise<DocumentVersion> {
    const version = await DocumentVersion.described().where({ documentId, no }).first()
    if (!version) throw new E_NOT_FOUND()
    return version
  }

  /** By id. */
  async filesOf(versions: readonly DocumentVersion[]): Promise<Map<number, StoredFile>> {
    const ids = [...new Set(versions.map(({ fileId }) => fileId))]
    const files = new Map<number, StoredFile>()
    for (let from = 0; from < ids.length; from += MOST_IDS) {
      const some = ids.slice(from, from + MOST_IDS)
      const found = await actAsSystem('a document within reach brings its files along', () =>
        StoredFile.query().whereIn('id', some)
      )
      for (const file of found) files.set(file.id, file)
    }
    return files
  }

  /** The version with which its editing session began; `null` where that is not known. */
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
