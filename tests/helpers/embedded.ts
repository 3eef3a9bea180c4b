import db from '@adonisjs/lucid/services/db'

const SERVERS = ['postgres', 'mysql']

/** Whether the tests run on the embedded database: what takes long and is the same on all of them runs there alone. */
export function onEmbedded(): boolean {
  return !SERVERS.includes(db.connection().dialect.name)
}
