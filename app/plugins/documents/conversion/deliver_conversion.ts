import { inject } from '@adonisjs/core'
import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { E_NOT_FOUND } from '#kernel/http/errors'
import { actAsOperator, currentOperator } from '#kernel/operator/acting'
import type { Operator } from '#kernel/operator/operator'
import type { Permission } from '#kernel/permissions/define_permissions'
import { Gate } from '#kernel/permissions/gate'
import { FileStore, StorageAllowance } from '#plugins/files/main'
import { operatorOf, People } from '#plugins/identity/main'
import { CreateDocument } from '../actions/create_document.js'
import { documentPermissions } from '../permissions.js'
import { ReachableDocuments } from '../rights/reachable_documents.js'
import { ReadableVersions } from '../rights/readable_versions.js'
import type { Output } from '../editor/output_download.js'
import { authorOf } from '../versions/author.js'
import { noteInLog } from '../versions/document_log.js'
import { HOLDER } from '../versions/holder.js'
import { NOT_PERMITTED, type ConversionFault } from './conversion_faults.js'
import type { ConversionLease } from './conversion_lease.js'
import { permissionFor } from './conversion_permissions.js'

/** Keeps what a conversion made, in the name of whoever asked for it, and notes its end in the same breath. */
@inject()
export class DeliverConversion {
  constructor(
    private readonly gate: Gate,
    private readonly people: People,
    private readonly documents: ReachableDocuments,
    private readonly versions: ReadableVersions,
    private readonly store: FileStore,
    private readonly createDocument: CreateDocument,
    private readonly allowance: StorageAllowance
  ) {}

  /**
   * @returns why it must not be kept
   * @throws LeaseLost, E_STORAGE_FULL, E_UNAVAILABLE
   */
  async handle(lease: ConversionLease, output: Output): Promise<ConversionFault | null> {
    const { operatorId, result } = lease.conversion
    const operator = await this.#activeOperator(operatorId)
    const reading = operator && (await this.#actingFor(operator, documentPermissions.show))
    const acting = operator && (await this.#actingFor(operator, permissionFor(result)))
    if (!reading || !acting) return NOT_PERMITTED
    if (!(await actAsOperator(reading, () => this.#mayRead(lease)))) return NOT_PERMITTED
    await actAsOperator(acting, () => this.#keep(lease, output))
    return null
  }

  /** Who asked may have been disabled since. */
  async #activeOperator(id: number): Promise<Operator | null> {
    const card = (await this.people.cardsOf([id])).get(id)
    return card?.active ? operatorOf(card) : null
  }

  /** A permission may have been taken from them since. */
  async #actingFor(operator: Operator, { code: permission }: Permission) {
    const grant = await this.gate.grantOf(operator, permission)
    return grant && { operator, permission, ...grant }
  }

  /** The document, or the version, may have left their reach since, or been deleted. */
  async #mayRead({ conversion }: ConversionLease): Promise<boolean> {
    try {
      const document = await this.documents.findForReading(conversion.documentId)
      await this.versions.find(document, conversion.versionNo)
      return true
    } catch (error) {
      if (error instanceof E_NOT_FOUND) return false
      throw error
    }
  }

  async #keep(lease: ConversionLease, output: Output): Promise<void> {
    const { title, operatorId, result } = lease.conversion
    if (result === 'document') {
      const source = { kind: 'converted' as const, output }
      await this.createDocument.handle(title, source, ({ id }, trx) => this.#end(lease, id, trx))
      return
    }
    await using _room = await this.allowance.claim(operatorId, output.size)
    const blob = await this.store.keep(output)
    const { extension, mimeType } = output
    const name = `${title}.${extension}`
    const holder = result === 'download' ? HOLDER : undefined
    await db.transaction(async (trx) => {
      const { id } = await this.store.record(blob, { name, extension, mimeType, holder }, trx)
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
