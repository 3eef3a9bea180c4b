import { BaseSchema } from '@adonisjs/lucid/schema'

/** One row: where the chain of sealed entries begins and ends. */
export default class extends BaseSchema {
  async up() {
    this.schema.createTable('audit_chain', (table) => {
      table.integer('id').primary()
      table.bigInteger('first_no').notNullable()
      table.string('first_seal', 64).notNullable()
      table.bigInteger('last_no').notNullable()
      table.string('last_seal', 64).notNullable()
      table.string('mac', 64).notNullable()
    })
    this.defer(async (db) => {
      const empty = { first_no: 1, first_seal: '', last_no: 0, last_seal: '', mac: '' }
      await db.table('audit_chain').insert({ id: 1, ...empty })
    })
  }

  async down() {
    this.schema.dropTable('audit_chain')
  }
}
