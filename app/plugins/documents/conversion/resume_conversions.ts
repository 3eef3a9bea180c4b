import { inject } from '@adonisjs/core'
import { toStored, removeFound } from '#kernel/database/main'
import { clock } from '#kernel/state/main'
import DocumentConversion from '../models/document_conversion.js'
import { DAY_MS } from '../spans.js'
import { isFree } from './conversion_lease.js'
import { ConversionRunner } from './conversion_runner.js'

const AT_ONCE = 20

/** Continues conversions whose node has stopped, and removes those that ended a day ago. */
@inject()
export class ResumeConversions {
  constructor(private readonly runner: ConversionRunner) {}

  async handle(): Promise<void> {
    const yesterday = toStored(clock.now() - DAY_MS)
    await removeFound(
      DocumentConversion.query().whereNot('state', 'running').where('endedAt', '<', yesterday)
    )
    const running = DocumentConversion.query().where('state', 'running').where(isFree)
    const abandoned = await running.orderBy('id').limit(AT_ONCE).select('id')
    for (const { id } of abandoned) this.runner.start(id)
  }
}
