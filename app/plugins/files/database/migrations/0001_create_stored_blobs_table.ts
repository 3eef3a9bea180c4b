import { BaseSchema } from '@adonisjs/lucid/schema'

export default class extends BaseSchema {
  async up() {
    this.schema.createTable('stored_blobs', (table) => {
      table.increments('id')
      table.string('sha256', 64).notNullable().unique()
      table.bigInteger('size').notNullable()
      table.string('storage_key', 160).notNullable().unique()
      table.dateTime('created_at', { useTz: true, precision: 3 }).notNullable()
      table.dateTime('touched_at', { useTz: true, precision: 3 }).notNullable().index()
    })
  }

  async down() {
    this.schema.dropTable('stored_blobs')
  }
}
