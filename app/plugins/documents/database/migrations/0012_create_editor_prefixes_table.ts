import { BaseSchema } from '@adonisjs/lucid/schema'

/** What the session keys of this installation begin with: one row for each EDITOR_PUBLIC_BASE_URL that it has had. */
export default class extends BaseSchema {
  async up() {
    this.schema.createTable('editor_prefixes', (table) => {
      table.increments('id')
      table.string('prefix', 8).notNullable().unique()
      table.string('address', 1024).notNullable()
      table.dateTime('created_at', { useTz: true, precision: 3 }).notNullable()
    })
  }

  async down() {
    this.schema.dropTable('editor_prefixes')
  }
}
