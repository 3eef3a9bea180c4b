import { BaseSchema } from '@adonisjs/lucid/schema'

/** Both were called recovered; the log tells which were brought back. */
export default class extends BaseSchema {
  async up() {
    this.schema.alterTable('document_versions', (table) => {
      table.text('concerned').nullable()
    })
    this.schema.raw(`
      update document_versions set kind = 'late'
      where kind = 'recovered' and not exists (
        select 1 from document_logs log
        where log.document_id = document_versions.document_id
          and log.version_no = document_versions.no and log.action = 'recovered'
      )`)
  }

  async down() {
    this.schema.raw("update document_versions set kind = 'recovered' where kind = 'late'")
    this.schema.alterTable('document_versions', (table) => {
      table.dropColumn('concerned')
    })
  }
}
