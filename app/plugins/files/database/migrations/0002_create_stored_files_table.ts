import { BaseSchema } from '@adonisjs/lucid/schema'

export default class extends BaseSchema {
  async up() {
    this.schema.createTable('stored_files', (table) => {
      table.increments('id')
      table
        .integer('blob_id')
        .unsigned()
        .notNullable()
        .references('stored_blobs.id')
        .onDelete('RESTRICT')
        .index()
      table.string('sha256', 64).notNullable()
      table.bigInteger('size').notNullable()
      table.string('mime_type', 127).notNullable()
      table.string('extension', 16).notNullable()
      table.string('original_name', 255).notNullable()
      table.text('search_text').nullable()
      table.string('holder', 64).nullable()
      table.integer('owner_id').unsigned().nullable()
      table.integer('department_id').unsigned().nullable()
      table.dateTime('created_at', { useTz: true, precision: 3 }).notNullable()
      table.index(['owner_id', 'id'])
      table.index(['department_id', 'id'])
      table.index(['holder', 'created_at'])
      // The room that somebody's files take is summed from the index alone.
      table.index(['owner_id', 'size'])
    })
  }

  async down() {
    this.schema.dropTable('stored_files')
  }
}
