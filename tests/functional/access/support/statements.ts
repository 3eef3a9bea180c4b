import db from '@adonisjs/lucid/services/db'

/** How many statements the database is sent while something runs; transactions' own not counted. */
export async function statementsDuring(work: () => Promise<unknown>): Promise<number> {
  const knex = db.connection().getReadClient()
  let count = 0
  const counting = ({ sql }: { sql: string }) => {
    if (!/^(begin|commit|rollback)/i.test(sql)) count += 1
  }
  knex.on('query', counting)
  try {
    await work()
  } finally {
    knex.off('query', counting)
  }
  return count
}
