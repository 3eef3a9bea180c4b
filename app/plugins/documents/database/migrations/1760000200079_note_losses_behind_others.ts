import { BaseSchema } from '@adonisjs/lucid/schema'

export default class extends BaseSchema {
  async up() {
    this.schema.alterTable('document_owed_works', (table) => {
      table.string('file_type', 16).nullable()
      table.integer('author_id').unsigned().nullable()
      table.boolean('only_looked').notNullable().defaultTo(false)
      table.dateTime('found_at', { useTz: true, precision: 3 }).nullable()
    })
    this.schema.alterTable('document_losses', (table) => {
      table.text('user_ids').nullable()
    })
  }

  async down() {
    this.schema.alterTable('document_losses', (table) => table.dropColumn('user_ids'))
    this.schema.alterTable('document_owed_works', (table) => {
      table.dropColumns('file_type', 'author_id', 'only_looked', 'found_at')
    })
  }
}
