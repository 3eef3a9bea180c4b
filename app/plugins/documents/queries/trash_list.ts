import { inject } from '@adonisjs/core'
import type { Infer } from '@vinejs/vine/types'
import { EditorSettings } from '../editor/editor_settings.js'
import { trashedRow } from '../transformers/trash_transformer.js'
import type { trashListValidator } from '../validators/trash_validators.js'
import { trashListing } from '../listings/trash_listing.js'

@inject()
export class TrashList {
  constructor(private readonly settings: EditorSettings) {}

  async page(query: Infer<typeof trashListValidator>) {
    const { retentionDays } = this.settings.config
    const page = await trashListing.page({ ...query, deleted: true })
    return { ...page, items: page.items.map((row) => trashedRow(row, retentionDays)) }
  }
}
