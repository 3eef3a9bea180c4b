import { BaseSchema } from '@adonisjs/lucid/schema'

/** A row for each process that serves requests, for as long as it does. */
export default class extends BaseSchema {
  async up() {
    this.schema.createTable('running_nodes', (table) => {
      table.string('id', 36).primary()
      table.string('name', 100).notNullable()
      table.string('version', 40).notNullable()
      table.text('marks').notNullable()
      table.dateTime('started_at', { useTz: true, precision: 3 }).notNullable()
      table.dateTime('seen_at', { useTz: true, precision: 3 }).notNullable().index()
    })
  }

  async down() {
    this.schema.dropTable('running_nodes')
  }
}
