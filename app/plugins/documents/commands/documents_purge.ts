import { BaseCommand, flags } from '@adonisjs/core/ace'
import type { CommandOptions } from '@adonisjs/core/types/ace'
import type { EditorConfig } from '../editor/editor_settings.js'

export default class DocumentsPurge extends BaseCommand {
  static commandName = 'documents:purge'
  static description = 'Remove for good the documents that were deleted long enough ago'
  static options: CommandOptions = { startApp: true }

  @flags.number({
    description: 'How many days deleted documents are kept; as configured when left out',
  })
  declare days?: number

  async run() {
    const { PurgeDocuments } = await import('../actions/purge_documents.js')
    const days = this.days ?? this.app.config.get<EditorConfig>('editor').retentionDays
    const removed = await new PurgeDocuments().handle(days)
    this.logger.success(`removed ${removed} documents that were deleted more than ${days} days ago`)
  }
}
