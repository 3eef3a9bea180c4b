import { BaseSchema } from '@adonisjs/lucid/schema'

/** What is asked at that address, to tell this service from a copy of it. */
export default class extends BaseSchema {
  async up() {
    this.schema.createTable('editor_questions', (table) => {
      table.increments('id')
      table.string('question', 36).notNullable().unique()
      table.dateTime('asked_at', { useTz: true, precision: 3 }).notNullable().index()
    })
  }

  async down() {
    this.schema.dropTable('editor_questions')
  }
}
