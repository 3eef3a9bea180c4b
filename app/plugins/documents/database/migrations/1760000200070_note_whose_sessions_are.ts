import { BaseSchema } from '@adonisjs/lucid/schema'

/** Where the document server calls the service whose sessions these are; and what is asked there, to tell a copy from it. */
export default class extends BaseSchema {
  async up() {
    this.schema.createTable('editor_homes', (table) => {
      table.increments('id')
      table.string('address', 1024).nullable()
    })
    this.schema.createTable('editor_questions', (table) => {
      table.increments('id')
      table.string('question', 36).notNullable().unique()
      table.dateTime('asked_at', { useTz: true, precision: 3 }).notNullable().index()
    })
    this.defer(async (db) => {
      await db.table('editor_homes').insert({ address: null })
    })
  }

  async down() {
    this.schema.dropTable('editor_questions')
    this.schema.dropTable('editor_homes')
  }
}
