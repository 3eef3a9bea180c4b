import { BaseSchema } from '@adonisjs/lucid/schema'

export default class extends BaseSchema {
  async up() {
    this.schema.createTable('crates', (table) => {
      table.increments('id')
    })
  }

  async down() {
    this.schema.dropTable('crates')
  }
}
