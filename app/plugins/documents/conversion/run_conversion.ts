import { inject } from '@adonisjs/core'
import { Logger } from '@adonisjs/core/logger'
import { setTimeout } from 'node:timers/promises'
import { E_UNAVAILABLE } from '#kernel/errors/main'
import { actAsSystem } from '#kernel/acting/main'
import { clock } from '#kernel/state/main'
import { StorageQuota } from '#plugins/files/main'
import {
  ConverterService,
  type ConversionEnd,
  type ConversionOrder,
  type Waiting,
} from '../editor/converter_service.js'
import { EditorSettings } from '../editor/editor_settings.js'
import { NOBODY } from '../editor/editor_tokens.js'
import type DocumentConversion from '../models/document_conversion.js'
import { DocumentVersions } from '../versions/document_versions.js'
import { OutputDownload } from '../editor/output_download.js'
import { noteInLog } from '../versions/document_log.js'
import { faultFor, faultOf, TOOK_TOO_LONG, type ConversionFault } from './conversion_faults.js'
import { ConversionLease, LeaseLost } from './conversion_lease.js'
import { DeliverConversion } from './deliver_conversion.js'

const RETRY_MS = 1_000
const DOWNLOAD_SECONDS = 300

/** The download reports no progress, so its lease lasts longer than it may take. */
const DOWNLOAD_LEASE_MS = 2 * DOWNLOAD_SECONDS * 1000

/** One conversion from order to result. While the document server does not answer, it is asked again until the deadline. */
@inject()
export class RunConversion {
  constructor(
    private readonly settings: EditorSettings,
    private readonly converter: ConverterService,
    private readonly download: OutputDownload,
    private readonly deliver: DeliverConversion,
    private readonly versions: DocumentVersions,
    private readonly quota: StorageQuota,
    private readonly logger: Logger
  ) {}

  /** @param stopping ends the work here; another node continues it, or this one later */
  async handle(id: number, stopping: AbortSignal): Promise<void> {
    const lease = await ConversionLease.claim(id)
    if (!lease) return
    const left = Math.max(0, lease.conversion.deadlineAt.toMillis() - clock.now())
    const signal = AbortSignal.any([stopping, AbortSignal.timeout(left)])
    try {
      await actAsSystem('a conversion continues without the request', () =>
        this.#carryOut(lease, signal)
      )
    } catch (error) {
      if (error instanceof LeaseLost) return
      if (stopping.aborted) return lease.release()
      const fault = signal.aborted ? TOOK_TOO_LONG : faultFor(error)
      if (!fault) throw error
      this.logger.warn({ err: error, conversionId: id }, 'a conversion failed')
      await this.#fail(lease, fault)
    }
  }

  async #carryOut(lease: ConversionLease, signal: AbortSignal): Promise<void> {
    const { operatorId, toType } = lease.conversion
    const onProgress = (percent: number) => lease.renew(percent)
    const end = await this.#complete(await this.#order(lease.conversion), { signal, onProgress })
    if (end.state === 'failed') return this.#fail(lease, faultOf(end.error))
    await lease.renew(lease.conversion.percent, DOWNLOAD_LEASE_MS)
    const bounds = { room: await this.quota.remaining(operatorId), seconds: DOWNLOAD_SECONDS }
    await using output = await this.download.fetch(end.url, toType, bounds)
    await this.deliver.handle(lease, output)
  }

  async #order(conversion: DocumentConversion): Promise<ConversionOrder> {
    const { documentId, versionNo, serverKey: key } = conversion
    const { fileId: file } = await this.versions.find(documentId, versionNo)
    const token = await this.settings.tokens!.forContent({ doc: documentId, file, ...NOBODY })
    const url = this.settings.publicUrl(`/app/document/content/${documentId}?token=${token}`)
    return { key, url, fileType: conversion.fromType, outputType: conversion.toType }
  }

  async #complete(order: ConversionOrder, waiting: Waiting): Promise<ConversionEnd> {
    for (;;) {
      try {
        return await this.converter.complete(order, waiting)
      } catch (error) {
        if (!(error instanceof E_UNAVAILABLE)) throw error
      }
      await waiting.onProgress?.(0)
      await setTimeout(RETRY_MS, undefined, { signal: waiting.signal })
    }
  }

  async #fail(lease: ConversionLease, fault: ConversionFault): Promise<void> {
    const { documentId, versionNo, toType: to } = lease.conversion
    await lease.end({ state: 'failed', reason: fault.reason, message: String(fault.message) })
    const detail = { to, reason: fault.reason }
    await noteInLog(documentId, { action: 'conversion_failed', versionNo, detail })
  }
}
