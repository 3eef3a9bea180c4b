import { inject } from '@adonisjs/core'
import { E_NOT_FOUND, E_VALIDATION } from '#kernel/errors/main'
import { isIdentifier } from '#kernel/contracts/main'
import { actWithPermission } from '#kernel/permissions/main'
import { extensionOf, filePermissions, ReadableFiles, withoutExtension } from '#plugins/files/main'
import type { StoredFile } from '#plugins/files/main'
import { EditorSettings } from '../editor/editor_settings.js'
import { referenceDataOf, type ReferenceData } from '../editor/reference_data.js'
import { E_SOURCE_AMBIGUOUS } from '../errors.js'
import Document from '../models/document.js'
import { ReachableDocuments } from '../rights/reachable_documents.js'

/** The ways in which the editor, or a user, names a document or file. */
export interface SourceWish {
  documentId?: number
  fileId?: number
  referenceData?: ReferenceData
  /** A name or path, as formulas write it. */
  path?: string
  /** An address of this service, or of the caller's page. */
  link?: string
  /** The origin of the caller's page. */
  origin?: string
}

export type FoundSource =
  { document: Document; file?: undefined } | { file: StoredFile; document?: undefined }

/** Of the API, or of a front end, whose path may stand behind a `#`. */
const OF_DOCUMENT = /\/documents?\/([1-9]\d{0,9})(?:[/?#]|$)/

/** Finds a document or file within the caller's reach. */
@inject()
export class FindSource {
  constructor(
    private readonly settings: EditorSettings,
    private readonly documents: ReachableDocuments,
    private readonly files: ReadableFiles
  ) {}

  /** @throws E_NOT_FOUND, E_FORBIDDEN, E_SOURCE_AMBIGUOUS, E_VALIDATION when nothing is named */
  async find({ documentId, fileId, ...named }: SourceWish): Promise<FoundSource> {
    if (documentId !== undefined)
      return { document: await this.documents.findForReading(documentId) }
    if (fileId !== undefined) {
      const find = () => this.files.find(fileId)
      return { file: await actWithPermission(filePermissions.show, find) }
    }
    assertNamed(named)
    const document = await this.#referred(named)
    if (!document) throw new E_NOT_FOUND('Nothing within your reach is called so')
    return { document }
  }

  /** By `referenceData`, else by `link`; where that finds nothing, by `path`. */
  async #referred({ referenceData, path, link, origin }: SourceWish): Promise<Document | null> {
    const id = this.#idOf(referenceData) ?? this.#idIn(link, origin)
    const query = Document.query().whereNull('deletedAt')
    const document = id === null ? null : await query.where('id', id).first()
    return document ?? (path === undefined ? null : this.#called(path))
  }

  #idOf(given: ReferenceData | undefined): number | null {
    const id = Number(given?.fileKey)
    if (!isIdentifier(id)) return null
    const { instanceId } = referenceDataOf({ id }, this.settings)
    return given?.instanceId === instanceId ? id : null
  }

  #idIn(link: string | undefined, origin: string | undefined): number | null {
    if (link === undefined || !URL.canParse(link)) return null
    const url = new URL(link)
    const ours = [new URL(this.settings.publicUrl('/')).origin, origin]
    const [, id] = (ours.includes(url.origin) && OF_DOCUMENT.exec(url.pathname + url.hash)) || []
    return isIdentifier(Number(id)) ? Number(id) : null
  }

  /** Several documents may have one name, and the wrong one would put wrong numbers into a table. */
  async #called(path: string): Promise<Document | null> {
    const name = path.split(/[\\/]/).at(-1)!
    const named = { title: withoutExtension(name), fileType: extensionOf(name) }
    const found = await Document.query().where(named).whereNull('deletedAt').limit(2)
    if (found.length > 1) throw new E_SOURCE_AMBIGUOUS()
    return found[0] ?? null
  }
}

function assertNamed({ referenceData, path, link }: SourceWish): void {
  if (referenceData ?? path ?? link) return
  const message = 'Name a document, a file, reference data, a path or a link'
  throw new E_VALIDATION(message, { errors: [{ field: 'documentId', rule: 'required', message }] })
}
