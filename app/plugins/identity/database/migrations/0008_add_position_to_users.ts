import { BaseSchema } from '@adonisjs/lucid/schema'

/** SQLite takes a foreign key with a new column; afterwards it would need the table to be made anew. */
export default class extends BaseSchema {
  async up() {
    this.schema.alterTable('users', (table) => {
      if (this.db.dialect.name === 'better-sqlite3') {
        table.specificType('position_id', 'integer references positions(id) on delete restrict')
      } else {
        const position = table.integer('position_id').unsigned().nullable()
        position.references('positions.id').onDelete('RESTRICT')
      }
      table.index(['position_id', 'id'])
    })
  }

  /** The statement itself, for the schema builder makes the table of SQLite anew, which generated columns do not bear. */
  async down() {
    this.schema.alterTable('users', (table) => {
      if (this.db.dialect.name !== 'better-sqlite3') table.dropForeign('position_id')
      table.dropIndex(['position_id', 'id'])
    })
    this.schema.raw('alter table users drop column position_id')
  }
}
