import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * MariaDB and MySQL take `é` for `e` unless told otherwise. Names that are spelt in another form of Unicode are written in
 * the one that logins look for, where nobody has it already.
 */
export default class extends BaseSchema {
  async up() {
    this.#collate(' character set utf8mb4 collate utf8mb4_bin')
    this.defer(async (db) => {
      const rows = await db.from('users').select('id', 'username')
      const taken = new Set(rows.map(({ username }) => username))
      for (const { id, username } of rows) {
        const normal = username.normalize('NFKC').trim().toLowerCase()
        if (normal === username || taken.has(normal)) continue
        taken.add(normal)
        await db.from('users').where('id', id).update({ username: normal })
      }
    })
  }

  async down() {
    this.#collate('')
  }

  #collate(collation: string) {
    if (this.db.dialect.name !== 'mysql') return
    this.schema.raw(`alter table users modify username varchar(64)${collation} not null`)
    this.schema.raw(`alter table login_attempts modify account varchar(64)${collation} not null`)
  }
}
