import { BaseSchema } from '@adonisjs/lucid/schema'

export default class extends BaseSchema {
  async up() {
    this.schema.createTable('moderation_reports', (table) => {
      table.increments('id')
      table.integer('conversation_id').unsigned().notNullable()
      table.integer('seq').notNullable()
      table.integer('sender_id').unsigned().notNullable()
      table.integer('reporter_id').unsigned().notNullable()
      table.string('reason', 500).notNullable()
      // The message as it was reported.
      table.string('content_type', 16).notNullable()
      table.text('content', 'mediumtext').notNullable()
      table.string('outcome', 16).nullable()
      table.string('note', 1000).nullable()
      table.integer('closed_by').unsigned().nullable()
      table.dateTime('closed_at', { useTz: true, precision: 3 }).nullable()
      table.dateTime('created_at', { useTz: true, precision: 3 }).notNullable()
      table.unique(['conversation_id', 'seq', 'reporter_id'])
      table.index(['reporter_id'])
      table.index(['sender_id'])
      table.index(['closed_at'])
    })
  }

  async down() {
    this.schema.dropTable('moderation_reports')
  }
}
