import { inject } from '@adonisjs/core'
import { randomUUID } from 'node:crypto'
import { DateTime } from 'luxon'
import { E_TOO_MANY_REQUESTS, E_VALIDATION } from '#kernel/http/errors'
import { currentOperator } from '#kernel/operator/acting'
import { clock } from '#kernel/state/clock'
import { Locks } from '#kernel/state/locks'
import { isFree } from './conversion_lease.js'
import { reachableTypes } from './conversion_formats.js'
import { permissionFor } from './conversion_permissions.js'
import { ConversionRunner } from './conversion_runner.js'
import { EditorSettings } from '../editor/editor_settings.js'
import { E_CONVERSION_SIZE, E_EDITOR_OFF } from '../errors.js'
import type Document from '../models/document.js'
import DocumentConversion, { type ConversionResultKind } from '../models/document_conversion.js'
import type DocumentVersion from '../models/document_version.js'
import { HeldPermissions } from '../rights/held_permissions.js'
import { ReadableVersions } from '../rights/readable_versions.js'
import { assertConvertingPace } from '../paces.js'

export interface ConversionWish {
  to: string
  versionNo?: number
  result: ConversionResultKind
  /** Of the result; the document's where there is none. */
  title?: string
}

/** Beyond this the document server fetches nothing. */
const LARGEST = 100 * 1024 * 1024
const LOCK = { ttlMs: 10_000, waitMs: 5_000 }

/** Begins a conversion, which then goes on by itself. */
@inject()
export class RequestConversion {
  constructor(
    private readonly settings: EditorSettings,
    private readonly versions: ReadableVersions,
    private readonly held: HeldPermissions,
    private readonly locks: Locks,
    private readonly runner: ConversionRunner
  ) {}

  /** @throws E_EDITOR_OFF, E_NOT_FOUND, E_VALIDATION, E_CONVERSION_SIZE, E_FORBIDDEN, E_TOO_MANY_REQUESTS */
  async handle(document: Document, wish: ConversionWish): Promise<DocumentConversion> {
    if (this.settings.off) throw new E_EDITOR_OFF(this.settings.off)
    const version = await this.versions.find(document, wish.versionNo ?? document.versionNo)
    assertReachable(version, wish)
    await this.held.assert(permissionFor(wish.result))

    const { id: operatorId } = currentOperator()
    await assertConvertingPace(operatorId)
    const conversion = await this.locks.run(`documents:conversions:${operatorId}`, LOCK, () =>
      this.#record(document, version, { ...wish, operatorId })
    )
    this.runner.start(conversion.id)
    return conversion
  }

  async #record(
    { id: documentId, title }: Document,
    { no: versionNo, fileType: fromType }: DocumentVersion,
    wish: ConversionWish & { operatorId: number }
  ): Promise<DocumentConversion> {
    const { operatorId, result, to: toType } = wish
    await this.#assertRoom(operatorId)
    return DocumentConversion.create({
      ...{ documentId, versionNo, operatorId, fromType, toType, result },
      ...{ title: wish.title ?? title, serverKey: randomUUID(), state: 'running', percent: 0 },
      deadlineAt: DateTime.fromMillis(clock.now() + this.settings.config.conversionSeconds * 1000),
    })
  }

  /** One that was cancelled has its place until whoever works on it has stopped. */
  async #assertRoom(operatorId: number): Promise<void> {
    const { conversionsPerUser } = this.settings.config
    const running = await DocumentConversion.query()
      .where({ operatorId })
      .where((busy) =>
        busy.where('state', 'running').orWhere((stopping) => stopping.whereNot(isFree))
      )
      .select('id')
    if (running.length < conversionsPerUser) return
    throw new E_TOO_MANY_REQUESTS(
      `You have ${running.length} conversions under way, and no more at a time; wait for one of them, or cancel it, which takes a moment`,
      { headers: { 'Retry-After': '10' } }
    )
  }
}

function assertReachable({ fileType, size }: DocumentVersion, { to, result }: ConversionWish) {
  const types = reachableTypes(fileType, result)
  if (!types.includes(to)) {
    const kinds = types.length > 0 ? types.join(', ') : 'nothing else'
    const as = result === 'document' ? ' as a document' : ''
    throw new E_VALIDATION(`A .${fileType} can become ${kinds}${as}`, {
      errors: [{ field: 'to', rule: 'enum', message: `Choose one of ${kinds}` }],
    })
  }
  if (size > LARGEST) throw new E_CONVERSION_SIZE()
}
