import { inject } from '@adonisjs/core'
import { Logger } from '@adonisjs/core/logger'
import { setTimeout } from 'node:timers/promises'
import { E_PAYLOAD_TOO_LARGE, E_UNAVAILABLE } from '#kernel/http/errors'
import { actAsSystem } from '#kernel/operator/acting'
import { clock } from '#kernel/state/clock'
import { fileErrors, StorageAllowance } from '#plugins/files/main'
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
import { OutputDownload, type Output } from '../editor/output_download.js'
import { noteInLog } from '../versions/document_log.js'
import {
  AWAY,
  faultOf,
  NO_ROOM,
  slow,
  TOO_LARGE,
  UNFETCHED,
  type ConversionFault,
} from './conversion_faults.js'
import { ConversionLease, LeaseLost } from './conversion_lease.js'
import { DeliverConversion } from './deliver_conversion.js'

const RETRY_MS = 1_000
const MOST_DOWNLOADS = 3

/** Half of the longest lease. */
const DOWNLOAD_SECONDS = 300

/** One conversion from order to result. What goes wrong in passing is tried again until its time is over. */
@inject()
export class RunConversion {
  #isAway = false

  constructor(
    private readonly settings: EditorSettings,
    private readonly converter: ConverterService,
    private readonly download: OutputDownload,
    private readonly deliver: DeliverConversion,
    private readonly versions: DocumentVersions,
    private readonly allowance: StorageAllowance,
    private readonly logger: Logger
  ) {}

  /** @param stopping ends the work here; it is gone on with elsewhere or later */
  async handle(id: number, stopping: AbortSignal): Promise<void> {
    const lease = await ConversionLease.claim(id)
    if (!lease) return

    const left = lease.conversion.deadlineAt.toMillis() - clock.now()
    const longestMs = this.settings.config.conversionSeconds * 1000
    const signal = AbortSignal.any([
      stopping,
      AbortSignal.timeout(Math.min(Math.max(0, left), longestMs)),
    ])
    try {
      await actAsSystem('a conversion goes on without whoever asked for it', () =>
        this.#carryOut(lease, signal)
      )
    } catch (error) {
      if (error instanceof LeaseLost || stopping.aborted) return lease.release()
      if (error instanceof fileErrors.E_STORAGE_FULL) return this.#fail(lease, NO_ROOM)
      if (!signal.aborted) throw error
      await this.#fail(lease, this.#isAway ? AWAY : slow('It took too long; try again later'))
    }
  }

  async #carryOut(lease: ConversionLease, signal: AbortSignal): Promise<void> {
    const { conversion } = lease
    const roomLeft = () => this.allowance.roomOf(conversion.operatorId)
    await roomLeft()
    const waiting = { signal, onProgress: (percent: number) => lease.renew(percent) }
    const made = await this.#converted(await this.#order(conversion), waiting, async () => {
      await lease.renew(conversion.percent, 2 * DOWNLOAD_SECONDS * 1000)
      return roomLeft()
    })
    if (isFault(made)) return this.#fail(lease, made)
    await using output = made
    const refused = await this.deliver.handle(lease, output)
    if (refused) await this.#fail(lease, refused)
  }

  async #order(conversion: DocumentConversion): Promise<ConversionOrder> {
    const { documentId, versionNo, serverKey: key } = conversion
    const { fileId: file } = await this.versions.find(documentId, versionNo)
    const token = await this.settings.tokens!.forContent({ doc: documentId, file, ...NOBODY })
    const url = this.settings.publicUrl(`/app/document/content/${documentId}?token=${token}`)
    return { key, url, fileType: conversion.fromType, outputType: conversion.toType }
  }

  async #converted(
    order: ConversionOrder,
    waiting: Waiting,
    beforeDownload: () => Promise<number>
  ): Promise<Output | ConversionFault> {
    for (let downloads = 0; downloads < MOST_DOWNLOADS;) {
      const end = await this.#complete(order, waiting)
      if (end?.state === 'failed') return faultOf(end.error)
      if (end) {
        const output = await this.#fetched(end.url, order, await beforeDownload())
        if (output) return output
        downloads++
      }
      await waiting.onProgress?.(0)
      await setTimeout(RETRY_MS, undefined, { signal: waiting.signal })
    }
    return UNFETCHED
  }

  async #complete(order: ConversionOrder, waiting: Waiting): Promise<ConversionEnd | null> {
    try {
      const end = await this.converter.complete(order, waiting)
      this.#isAway = false
      return end
    } catch (error) {
      if (!(error instanceof E_UNAVAILABLE)) throw error
      this.#isAway = true
      return null
    }
  }

  async #fetched(url: string, { outputType }: ConversionOrder, room: number) {
    try {
      return await this.download.fetch(url, outputType, { room, seconds: DOWNLOAD_SECONDS })
    } catch (error) {
      if (error instanceof E_PAYLOAD_TOO_LARGE) return TOO_LARGE
      if (!(error instanceof E_UNAVAILABLE)) throw error
      this.logger.warn({ err: error }, 'a converted file could not be fetched')
      return null
    }
  }

  async #fail(lease: ConversionLease, fault: ConversionFault): Promise<void> {
    const { documentId, versionNo, toType: to } = lease.conversion
    await lease.end({ state: 'failed', ...fault })
    const detail = { to, reason: fault.reason }
    await noteInLog(documentId, { action: 'conversion_failed', versionNo, detail })
  }
}

function isFault(made: Output | ConversionFault): made is ConversionFault {
  return 'reason' in made
}
