import { BaseSchema } from '@adonisjs/lucid/schema'

/** By UTC, as everything is stored. On SQLite no node of an older release runs beside this one. */
const NOW: Record<string, string> = {
  postgres: 'now()',
  mysql: '(utc_timestamp(3))',
}

/**
 * While nodes are replaced one after another, those of the first release note nothing of whom they let in: their keys count
 * as opened from the beginning. This release says so of each key that it makes.
 */
export default class extends BaseSchema {
  async up() {
    const now = NOW[this.db.dialect.name]
    if (now) this.#alter(`set default ${now}`)
  }

  async down() {
    if (NOW[this.db.dialect.name]) this.#alter('drop default')
  }

  #alter(change: string): void {
    this.schema.raw(`alter table document_keys alter column opened_at ${change}`)
  }
}
