import { BaseSchema } from '@adonisjs/lucid/schema'

export default class extends BaseSchema {
  async up() {
    this.schema.alterTable('documents', (table) => {
      table.integer('submission_no').unsigned().notNullable().defaultTo(0)
    })
    this.schema.raw(`
      update documents set submission_no = (
        select count(*) from document_logs
        where document_logs.document_id = documents.id and document_logs.action = 'submitted'
      )`)
  }

  async down() {
    this.schema.alterTable('documents', (table) => {
      table.dropColumn('submission_no')
    })
  }
}
