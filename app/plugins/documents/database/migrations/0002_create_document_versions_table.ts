import { BaseSchema } from '@adonisjs/lucid/schema'

export default class extends BaseSchema {
  async up() {
    this.schema.createTable('document_versions', (table) => {
      table.increments('id')
      table
        .integer('document_id')
        .unsigned()
        .notNullable()
        .references('documents.id')
        .onDelete('CASCADE')
      table.integer('no').unsigned().notNullable()
      table
        .integer('file_id')
        .unsigned()
        .notNullable()
        .references('stored_files.id')
        .onDelete('RESTRICT')
        .index()
      table.string('file_type', 8).notNullable()
      table.string('sha256', 64).notNullable()
      table.string('content_digest', 64).nullable()
      table.bigInteger('size').notNullable()
      table.string('kind', 16).notNullable()
      table.string('placement', 16).notNullable()
      table.integer('author_id').unsigned().nullable().index()
      table.string('author_name', 100).notNullable()
      table.text('contributors').nullable()
      table.string('session_key', 64).nullable()
      table.integer('base_version_no').unsigned().nullable()
      table
        .integer('changes_file_id')
        .unsigned()
        .nullable()
        .references('stored_files.id')
        .onDelete('RESTRICT')
        .index()
      table.text('history', 'longtext').nullable()
      table.integer('restored_from').unsigned().nullable()
      table.dateTime('written_at', { useTz: true, precision: 3 }).nullable()
      table.dateTime('modified_at', { useTz: true, precision: 3 }).nullable()
      table.dateTime('told_at', { useTz: true, precision: 3 }).nullable()
      table.dateTime('created_at', { useTz: true, precision: 3 }).notNullable()
      table.unique(['document_id', 'no'])
      table.index(['session_key', 'no'])
      table.index(['kind', 'told_at'])
    })
  }

  async down() {
    this.schema.dropTable('document_versions')
  }
}
