import { BaseSchema } from '@adonisjs/lucid/schema'

export default class extends BaseSchema {
  async up() {
    this.schema.alterTable('documents', (table) => {
      table.integer('deleted_by').unsigned().nullable()
    })
    this.schema.raw(`
      update documents set deleted_by = (
        select max(log.operator_id) from document_logs log
        where log.action = 'deleted' and log.id = (
          select max(last.id) from document_logs last
          where last.document_id = documents.id and last.action = 'deleted'
        )
      )
      where deleted_at is not null`)
  }

  async down() {
    this.schema.alterTable('documents', (table) => {
      table.dropColumn('deleted_by')
    })
  }
}
