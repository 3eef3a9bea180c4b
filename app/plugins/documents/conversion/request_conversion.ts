import { inject } from '@adonisjs/core'
import { randomUUID } from 'node:crypto'
import { DateTime } from 'luxon'
import { E_TOO_MANY_REQUESTS, E_VALIDATION } from '#kernel/errors/main'
import { currentOperator } from '#kernel/acting/main'
import { assertPermission } from '#kernel/permissions/main'
import { clock, Locks } from '#kernel/state/main'
import { say } from '#kernel/languages/main'
import { ConversionRunner } from './conversion_runner.js'
import { PERMISSIONS, reachableTypes } from './conversion_results.js'
import { EditorSettings } from '../editor/editor_settings.js'
import { E_CONVERSION_SIZE, E_EDITOR_OFF } from '../errors.js'
import type Document from '../models/document.js'
import DocumentConversion, { type ConversionResultKind } from '../models/document_conversion.js'
import type DocumentVersion from '../models/document_version.js'
import { ReadableVersions } from '../rights/readable_versions.js'
import { assertConvertingPace } from '../paces.js'

export interface ConversionWish {
  to: string
  versionNo?: number
  result: ConversionResultKind
  /** Of the result; by default that of the document. */
  title?: string
}

/** The document server fetches no larger file. */
const LARGEST = 100 * 1024 * 1024
const LOCK = { ttlMs: 10_000, waitMs: 5_000 }

/** Begins a conversion, which continues without the request. */
@inject()
export class RequestConversion {
  constructor(
    private readonly settings: EditorSettings,
    private readonly versions: ReadableVersions,
    private readonly locks: Locks,
    private readonly runner: ConversionRunner
  ) {}

  /** @throws E_EDITOR_OFF, E_NOT_FOUND, E_VALIDATION, E_CONVERSION_SIZE, E_FORBIDDEN, E_TOO_MANY_REQUESTS */
  async handle(document: Document, wish: ConversionWish): Promise<DocumentConversion> {
    if (this.settings.off) throw new E_EDITOR_OFF(this.settings.off)
    const version = await this.versions.find(document, wish.versionNo ?? document.versionNo)
    assertReachable(version, wish)
    await assertPermission(PERMISSIONS[wish.result])

    const { id } = currentOperator()
    await assertConvertingPace(id)
    const conversion = await this.locks.run(`documents:conversions:${id}`, LOCK, () =>
      this.#record(document, version, wish)
    )
    this.runner.start(conversion.id)
    return conversion
  }

  async #record(
    { id: documentId, title }: Document,
    { no: versionNo, fileType: fromType }: DocumentVersion,
    wish: ConversionWish
  ): Promise<DocumentConversion> {
    const { id: operatorId } = currentOperator()
    await this.#assertRoom(operatorId)
    return DocumentConversion.create({
      ...{ documentId, versionNo, operatorId, fromType, toType: wish.to, result: wish.result },
      ...{ title: wish.title ?? title, serverKey: randomUUID(), state: 'running', percent: 0 },
      deadlineAt: DateTime.fromMillis(clock.now() + this.settings.config.conversionSeconds * 1000),
    })
  }

  async #assertRoom(operatorId: number): Promise<void> {
    const own = DocumentConversion.query().where({ operatorId, state: 'running' })
    const { length } = await own.select('id')
    if (length < this.settings.config.conversionsPerUser) return
    throw new E_TOO_MANY_REQUESTS(
      say`You have ${length} conversions under way, and no more at a time; wait for one of them, or cancel it`,
      { headers: { 'Retry-After': '10' } }
    )
  }
}

function assertReachable({ fileType, size }: DocumentVersion, { to, result }: ConversionWish) {
  const types = reachableTypes(fileType, result)
  if (!types.includes(to)) {
    const kinds = types.length > 0 ? types.join(', ') : say`nothing else`
    const message =
      result === 'document'
        ? say`A .${fileType} can become ${kinds} as a document`
        : say`A .${fileType} can become ${kinds}`
    throw new E_VALIDATION(message, {
      errors: [{ field: 'to', rule: 'enum', message: say`Choose one of ${kinds}` }],
    })
  }
  if (size > LARGEST) throw new E_CONVERSION_SIZE()
}
