import { BaseSchema } from '@adonisjs/lucid/schema'

export default class extends BaseSchema {
  async up() {
    this.schema.createTable('articles', (table) => {
      table.increments('id')
    })
  }

  async down() {
    this.schema.dropTable('articles')
  }
}
