import { flags } from '@adonisjs/core/ace'
import { numberIn, ServiceCommand } from '#kernel/plugins/main'
import type { EditorConfig } from '../editor/editor_settings.js'

export default class DocumentsPurge extends ServiceCommand {
  static commandName = 'documents:purge'
  static description = 'Remove for good the documents that were deleted long enough ago'

  @flags.string({
    description: 'How many days deleted documents are kept; as configured when left out',
  })
  declare days?: string

  async run() {
    const { PurgeDocuments } = await import('../actions/purge_documents.js')
    const { retentionDays } = this.app.config.get<EditorConfig>('editor')
    const days = this.days === undefined ? retentionDays : numberIn(this.days)
    if (!(days >= 1))
      return this.fail(`--days is ${this.days}; give a number from 1 on, or leave it out`)
    const purge = await this.app.container.make(PurgeDocuments)
    const removed = await purge.handle(days)
    this.logger.success(`removed ${removed} documents that were deleted more than ${days} days ago`)
  }
}
