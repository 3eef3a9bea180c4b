import { BaseSchema } from '@adonisjs/lucid/schema'

export default class extends BaseSchema {
  async up() {
    this.schema.alterTable('module_histories', (table) => {
      table.decimal('cost', 14, 6).nullable()
    })
  }

  async down() {
    this.schema.alterTable('module_histories', (table) => {
      table.dropColumn('cost')
    })
  }
}
