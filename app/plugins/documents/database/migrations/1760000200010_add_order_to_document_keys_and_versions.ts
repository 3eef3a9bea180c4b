import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * Of the keys given so far nobody knows which were opened, so all count as opened: a late save is then kept beside
 * the present version. Whoever had a save brought back was told when it happened.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.alterTable('document_keys', (table) => {
      table.dateTime('opened_at', { useTz: true, precision: 3 }).nullable()
      table.integer('base_version_no').unsigned().nullable()
    })
    this.schema.alterTable('document_versions', (table) => {
      table.boolean('beside').notNullable().defaultTo(false)
      table.dateTime('told_at', { useTz: true, precision: 3 }).nullable()
      table.string('content_digest', 64).nullable()
      table.bigInteger('changes_size').nullable()
      table.dateTime('assembled_at', { useTz: true, precision: 3 }).nullable()
      table.index(['editor_key', 'no'])
      table.index(['kind', 'told_at'])
    })
    this.schema.raw('update document_keys set opened_at = created_at')
    this.schema.raw("update document_versions set told_at = created_at where kind = 'recovered'")
  }

  async down() {
    this.schema.alterTable('document_versions', (table) => {
      table.dropIndex(['kind', 'told_at'])
      table.dropIndex(['editor_key', 'no'])
      table.dropColumns('beside', 'told_at', 'content_digest', 'changes_size', 'assembled_at')
    })
    this.schema.alterTable('document_keys', (table) => {
      table.dropColumns('opened_at', 'base_version_no')
    })
  }
}
