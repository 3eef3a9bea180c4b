import { inject } from '@adonisjs/core'
import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { nothing, actAsOperator, currentOperator } from '#kernel/acting/main'
import { E_FORBIDDEN } from '#kernel/errors/main'
import { actWithPermission } from '#kernel/permissions/main'
import { FileStore } from '#plugins/files/main'
import { operatorOf, People } from '#plugins/identity/main'
import { CreateDocument } from '../actions/create_document.js'
import { documentPermissions } from '../permissions.js'
import { ReachableDocuments } from '../rights/reachable_documents.js'
import { ReadableVersions } from '../rights/readable_versions.js'
import type { Output } from '../editor/output_download.js'
import { authorOf } from '../versions/author.js'
import { noteInLog } from '../versions/document_log.js'
import { HOLDER } from '../versions/holder.js'
import type { ConversionLease } from './conversion_lease.js'
import { PERMISSIONS } from './conversion_results.js'

/** Stores the result on behalf of the user who asked for it, and ends the conversion in the same transaction. */
@inject()
export class DeliverConversion {
  constructor(
    private readonly people: People,
    private readonly documents: ReachableDocuments,
    private readonly versions: ReadableVersions,
    private readonly store: FileStore,
    private readonly createDocument: CreateDocument
  ) {}

  /**
   * The user's permissions and the document may have changed since the conversion began, so all is checked anew.
   *
   * @throws E_FORBIDDEN, E_NOT_FOUND, LeaseLost, E_STORAGE_FULL, E_UNAVAILABLE
   */
  async handle(lease: ConversionLease, output: Output): Promise<void> {
    const { operatorId, result } = lease.conversion
    const card = (await this.people.cardsOf([operatorId])).get(operatorId)
    if (!card?.active) throw new E_FORBIDDEN()
    const acting = { operator: operatorOf(card), permission: null, reach: nothing, roles: [] }
    await actAsOperator(acting, async () => {
      await actWithPermission(documentPermissions.show, () => this.#assertReadable(lease))
      await actWithPermission(PERMISSIONS[result], () => this.#keep(lease, output))
    })
  }

  async #assertReadable({ conversion }: ConversionLease): Promise<void> {
    const document = await this.documents.findForReading(conversion.documentId)
    await this.versions.find(document, conversion.versionNo)
  }

  async #keep(lease: ConversionLease, output: Output): Promise<void> {
    const { title, result } = lease.conversion
    if (result === 'document') {
      const source = { kind: 'converted' as const, output }
      await this.createDocument.handle(title, source, ({ id }, trx) => this.#end(lease, id, trx))
      return
    }
    const blob = await this.store.keep(output)
    const { extension, mimeType } = output
    const holder = result === 'download' ? HOLDER : undefined
    const about = { name: `${title}.${extension}`, extension, mimeType, holder }
    await db.transaction(async (trx) => {
      const { id } = await this.store.record(blob, about, trx)
      await this.#end(lease, id, trx)
    })
  }

  async #end(lease: ConversionLease, id: number, trx: TransactionClientContract): Promise<void> {
    const { documentId, versionNo, toType: to, result } = lease.conversion
    const made = result === 'download' ? { fileId: id } : { resultId: id }
    await lease.end({ state: 'done', percent: 100, ...made }, trx)
    const author = authorOf(currentOperator())
    const detail = { to, result, ...(result === 'download' ? {} : { id }) }
    await noteInLog(documentId, { action: 'converted', author, versionNo, detail }, trx)
  }
}
