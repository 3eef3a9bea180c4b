import { BaseSchema } from '@adonisjs/lucid/schema'

/** Of what a node of the first release submits from now on it is not noted. */
export default class extends BaseSchema {
  async up() {
    this.schema.alterTable('document_reviews', (table) => {
      table.integer('submission_no').unsigned().nullable()
    })
    this.schema.raw(`
      update document_reviews set submission_no = (
        select documents.submission_no from documents where documents.id = document_reviews.document_id
      )
      where closed_at is null`)
  }

  async down() {
    this.schema.alterTable('document_reviews', (table) => {
      table.dropColumn('submission_no')
    })
  }
}
