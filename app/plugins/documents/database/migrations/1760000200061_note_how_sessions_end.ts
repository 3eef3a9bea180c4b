import { BaseSchema } from '@adonisjs/lucid/schema'

/** Openings without rights were noted because somebody was seen inside. */
export default class extends BaseSchema {
  async up() {
    this.schema.alterTable('document_keys', (table) => {
      table.dateTime('heard_at', { useTz: true, precision: 3 }).nullable()
      table.dateTime('asked_at', { useTz: true, precision: 3 }).nullable()
      table.dateTime('settled_at', { useTz: true, precision: 3 }).nullable()
      table.dateTime('unsaved_at', { useTz: true, precision: 3 }).nullable().index()
      table.dateTime('gone_at', { useTz: true, precision: 3 }).nullable().index()
    })
    this.schema.alterTable('document_openings', (table) => {
      table.dateTime('joined_at', { useTz: true, precision: 3 }).nullable()
      table.dateTime('left_at', { useTz: true, precision: 3 }).nullable()
    })
    this.schema.raw("update document_openings set joined_at = opened_at where access = ''")
  }

  async down() {
    this.schema.alterTable('document_openings', (table) => {
      table.dropColumns('joined_at', 'left_at')
    })
    this.schema.alterTable('document_keys', (table) => {
      table.dropIndex(['unsaved_at'])
      table.dropIndex(['gone_at'])
    })
    this.schema.alterTable('document_keys', (table) => {
      table.dropColumns('heard_at', 'asked_at', 'settled_at', 'unsaved_at', 'gone_at')
    })
  }
}
