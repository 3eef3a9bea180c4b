import { BaseSchema } from '@adonisjs/lucid/schema'

export default class extends BaseSchema {
  async up() {
    this.schema.createTable('module_histories', (table) => {
      table.increments('id')
      // A change is told once, however often its end is begun anew.
      table.string('change_id', 36).nullable().unique()
      table.string('module_name', 40).nullable()
      table.string('action', 16).notNullable()
      table.integer('operator_id').unsigned().nullable()
      table.text('plan', 'longtext').nullable()
      // By which a plan is known that a language model drafted.
      table.string('plan_digest', 64).nullable().index()
      table.text('prompt', 'longtext').nullable()
      table.text('answers', 'longtext').nullable()
      table.text('report', 'longtext').nullable()
      table.integer('prompt_tokens').nullable()
      table.integer('answer_tokens').nullable()
      table.decimal('cost', 14, 6).nullable()
      table.integer('milliseconds').notNullable()
      table.dateTime('created_at', { useTz: true, precision: 3 }).notNullable()
      table.index(['module_name', 'id'])
    })
  }

  async down() {
    this.schema.dropTable('module_histories')
  }
}
