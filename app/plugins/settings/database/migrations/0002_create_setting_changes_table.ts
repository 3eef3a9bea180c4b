import { BaseSchema } from '@adonisjs/lucid/schema'

/** Who changed which setting; a value that is null stands for the default. */
export default class extends BaseSchema {
  async up() {
    this.schema.createTable('setting_changes', (table) => {
      table.increments('id')
      table.string('key', 100).notNullable()
      table.text('value_before').nullable()
      table.text('value_after').nullable()
      table.integer('changed_by').unsigned().nullable()
      table.dateTime('created_at', { useTz: true, precision: 3 }).notNullable()
      table.index(['key', 'id'])
    })
  }

  async down() {
    this.schema.dropTable('setting_changes')
  }
}
