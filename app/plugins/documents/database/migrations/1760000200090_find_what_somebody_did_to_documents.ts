import { BaseSchema } from '@adonisjs/lucid/schema'

const INDEXED = [
  ['document_logs', 'operator_id'],
  ['document_versions', 'author_id'],
  ['document_form_data', 'submitted_by'],
  ['document_openings', 'user_id'],
] as const

export default class extends BaseSchema {
  async up() {
    for (const [name, column] of INDEXED)
      this.schema.alterTable(name, (table) => void table.index([column]))
  }

  async down() {
    for (const [name, column] of INDEXED)
      this.schema.alterTable(name, (table) => void table.dropIndex([column]))
  }
}
