import { BaseSchema } from '@adonisjs/lucid/schema'

/** Who reacted to a message with what; the message itself keeps how many. */
export default class extends BaseSchema {
  async up() {
    this.schema.createTable('message_reactions', (table) => {
      table.increments('id')
      table.integer('conversation_id').unsigned().notNullable()
      table.integer('seq').notNullable()
      // Nobody, once they are erased.
      table.integer('user_id').unsigned().nullable()
      const reaction = table.string('reaction', 32).notNullable()
      // Other collations take some symbols for the same one.
      if (this.db.dialect.name === 'mysql') reaction.collate('utf8mb4_bin')
      table.dateTime('created_at', { useTz: true, precision: 3 }).notNullable()
      table.unique(['conversation_id', 'seq', 'user_id', 'reaction'])
      table.index(['user_id'])
    })
  }

  async down() {
    this.schema.dropTable('message_reactions')
  }
}
