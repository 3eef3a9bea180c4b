import { BaseSchema } from '@adonisjs/lucid/schema'

export default class extends BaseSchema {
  /** By which a plan is known that a language model drafted. */
  async up() {
    this.schema.alterTable('module_histories', (table) => {
      table.string('plan_digest', 64).nullable().index()
    })
  }

  async down() {
    this.schema.alterTable('module_histories', (table) => {
      table.dropIndex(['plan_digest'])
      table.dropColumn('plan_digest')
    })
  }
}
