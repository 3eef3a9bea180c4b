import { Exception } from '@adonisjs/core/exceptions'
import type { Dialect } from '#kernel/database/main'
import { sentenceOf } from '#kernel/boot/main'
import { APPLICATION } from './plugin_order.js'

export class E_MIGRATION_FAILED extends Exception {
  static code = 'E_MIGRATION_FAILED'
  static status = 500
  readonly remedied = true
}

/**
 * What to throw for a migration that failed: one sentence that names it and its owner. A fault that the operator can correct,
 * such as a server that is gone, is thrown as it is.
 *
 * @param recorded its name, `<plugin>/<file without extension>`
 */
export function failedMigration(error: unknown, recorded: string, dialect: Dialect): unknown {
  if (!(error instanceof Error) || sentenceOf(error)) return error
  const [owner, ...file] = recorded.split('/')
  const of = owner === APPLICATION ? 'the application' : `plugin "${owner}"`
  const stays = dialect === 'mysql' ? STAYS : ''
  return new E_MIGRATION_FAILED(
    `Migration ${file.join('/')} of ${of} failed (${reasonOf(error)}); ${stays}correct it, then try again.`,
    { cause: error }
  )
}

const STAYS =
  'what it changed before that stays, as MySQL and MariaDB cannot undo changes of tables: undo it by hand, '

/** Before the last dash, knex repeats the statement with its values. */
function reasonOf({ message }: Error): string {
  return message.split(' - ').at(-1)!
}
