import { inject } from '@adonisjs/core'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { IncomingPlaces } from '#kernel/http/main'
import { actAsSystem, currentOperator } from '#kernel/acting/main'
import { actWithPermission, assertPermission } from '#kernel/permissions/main'
import { StorageQuota } from '#plugins/files/main'
import { documentTypeOf } from '../document_types.js'
import { EditorSettings } from '../editor/editor_settings.js'
import { E_DOCUMENT_TYPE, E_EDITOR_FILE, E_EDITOR_OFF, E_EDITOR_URL } from '../errors.js'
import Document from '../models/document.js'
import { assertCreatingPace } from '../paces.js'
import { documentPermissions } from '../permissions.js'
import { AbsentFile, WebPage } from '../editor/absent_file.js'
import { OutputDownload, type Output } from '../editor/output_download.js'
import { UnsoundFile } from '../editor/unsound_file.js'
import { authorOf } from '../versions/author.js'
import { noteInLog } from '../versions/document_log.js'
import { CreateDocument } from './create_document.js'

interface Copy {
  url: string
  fileType: string
  title: string
}

/** The user waits for it. */
const LONGEST_SECONDS = 300

@inject()
export class SaveAs {
  constructor(
    private readonly settings: EditorSettings,
    private readonly places: IncomingPlaces,
    private readonly quota: StorageQuota,
    private readonly download: OutputDownload,
    private readonly createDocument: CreateDocument
  ) {}

  /** Limits and free storage are checked before the download. */
  async handle(document: Document, copy: Copy): Promise<Document> {
    const { url, fileType } = copy
    if (this.settings.off) throw new E_EDITOR_OFF(this.settings.off)
    if (!documentTypeOf(fileType)) throw new E_DOCUMENT_TYPE()
    if (!this.settings.isOutput(url)) throw new E_EDITOR_URL()
    await assertPermission(documentPermissions.create)

    const { id } = currentOperator()
    await assertCreatingPace(id)
    return this.places.within(id, () => this.#copied(document, copy, id))
  }

  async #copied(document: Document, { url, fileType, title }: Copy, userId: number) {
    const room = await this.quota.remaining(userId)
    await using output = await this.#fetch(url, fileType, room)
    const create = () => this.#create(document, title, output)
    return await actWithPermission(documentPermissions.create, create)
  }

  /** The URL comes from the browser, so a wrong one is a fault of the request. */
  async #fetch(url: string, fileType: string, room: number): Promise<Output> {
    try {
      return await this.download.fetch(url, fileType, { room, seconds: LONGEST_SECONDS })
    } catch (error) {
      if ([AbsentFile, UnsoundFile, WebPage].some((Fault) => error instanceof Fault)) {
        throw new E_EDITOR_FILE(undefined, { cause: error })
      }
      throw error
    }
  }

  #create({ id: from }: Document, title: string, output: Output): Promise<Document> {
    const author = authorOf(currentOperator())
    return this.createDocument.handle(title, { kind: 'saved_as', output }, async ({ id }, trx) => {
      const detail = { id, to: output.extension }
      if (await isStillThere(from, trx))
        await noteInLog(from, { action: 'saved_as', author, detail }, trx)
    })
  }
}

/** The source may have been removed meanwhile; the lock keeps it until the transaction ends. */
async function isStillThere(id: number, trx: TransactionClientContract): Promise<boolean> {
  const source = Document.query({ client: trx }).where({ id }).forUpdate()
  return (await actAsSystem('a copy notes where it is from', () => source.first())) !== null
}
