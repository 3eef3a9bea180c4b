import { BaseSchema } from '@adonisjs/lucid/schema'

/** Who did what. */
export default class extends BaseSchema {
  async up() {
    this.schema.createTable('audit_entries', (table) => {
      table.bigIncrements('id')
      table.dateTime('created_at', { useTz: true, precision: 3 }).notNullable()
      table.integer('actor_id').unsigned().nullable()
      table.integer('department_id').unsigned().nullable()
      table.string('permission', 150).nullable()
      table.string('system_reason', 255).nullable()
      table.string('operation', 255).nullable()
      table.string('request_id', 100).nullable()
      table.string('address', 64).nullable()
      table.string('outcome', 16).notNullable()
      table.string('reason', 64).nullable()
      table.string('action', 64).notNullable()
      table.string('subject_type', 64).notNullable()
      table.string('subject_id', 64).nullable()
      table.text('details', 'mediumtext').nullable()
      table.string('details_digest', 64).nullable()
      table.string('address_digest', 64).nullable()
      table.string('nonce', 16).notNullable()
      table.string('mac', 64).notNullable().unique()
      table.bigInteger('seal_no').nullable()
      table.string('seal', 64).nullable()
      table.index(['seal_no'])
      table.index(['actor_id', 'id'])
      table.index(['subject_type', 'subject_id', 'id'])
      table.index(['request_id'])
      table.index(['created_at'])
    })
  }

  async down() {
    this.schema.dropTable('audit_entries')
  }
}
