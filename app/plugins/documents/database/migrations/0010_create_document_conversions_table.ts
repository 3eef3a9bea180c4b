import { BaseSchema } from '@adonisjs/lucid/schema'

export default class extends BaseSchema {
  async up() {
    this.schema.createTable('document_conversions', (table) => {
      table.increments('id')
      table
        .integer('document_id')
        .unsigned()
        .notNullable()
        .references('documents.id')
        .onDelete('CASCADE')
        .index()
      table.integer('version_no').unsigned().notNullable()
      table.integer('operator_id').unsigned().notNullable()
      table.string('title', 200).notNullable()
      table.string('from_type', 8).notNullable()
      table.string('to_type', 8).notNullable()
      table.string('result', 16).notNullable()
      table.string('server_key', 64).notNullable()
      table.string('state', 16).notNullable()
      table.integer('percent').unsigned().notNullable()
      table.string('reason', 32).nullable()
      table.string('message', 300).nullable()
      table.integer('result_id').unsigned().nullable()
      table
        .integer('file_id')
        .unsigned()
        .nullable()
        .references('stored_files.id')
        .onDelete('RESTRICT')
        .index()
      table.string('runner', 36).nullable()
      table.dateTime('runner_until', { useTz: true, precision: 3 }).nullable()
      table.dateTime('deadline_at', { useTz: true, precision: 3 }).notNullable()
      table.dateTime('created_at', { useTz: true, precision: 3 }).notNullable()
      table.dateTime('ended_at', { useTz: true, precision: 3 }).nullable()
      table.index(['operator_id', 'state'])
      table.index(['state', 'ended_at'])
    })
  }

  async down() {
    this.schema.dropTable('document_conversions')
  }
}
