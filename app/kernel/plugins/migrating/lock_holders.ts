import type { QueryClientContract } from '@adonisjs/lucid/types/database'
import { dialectOf } from '#kernel/database/main'

/** As the connections that migrate call themselves, where the database lists who is connected. */
export const MIGRATING = 'chancery migrations'

interface Holder {
  id: number | string
  name: string | null
  user: string | null
  seconds: number | string | null
}

const POSTGRES = `
  select distinct holder.pid as id, holder.application_name as name, holder.usename as user,
    extract(epoch from clock_timestamp() - holder.xact_start) as seconds
  from pg_stat_activity waiting
  cross join lateral unnest(pg_blocking_pids(waiting.pid)) as blocking(pid)
  join pg_stat_activity holder on holder.pid = blocking.pid
  where waiting.application_name = '${MIGRATING}' and waiting.datname = current_database()`

/** Neither says of a table who holds it unless it was set up to; nearly always it is a transaction that is open for long. */
const MYSQL = `
  select process.id as id, process.host as name, process.user as user,
    timestampdiff(second, work.trx_started, now()) as seconds
  from information_schema.innodb_trx work
  join information_schema.processlist process on process.id = work.trx_mysql_thread_id
  where process.db = database() and process.state not like 'Waiting for%'
    and exists (select 1 from information_schema.processlist waiting
      where waiting.db = database() and waiting.state like 'Waiting for%metadata lock')`

/**
 * Who has what a migration waits for at this moment, each in a few words without its statement; none where the database
 * does not tell, or tells this user nothing of others.
 */
export async function lockHolders(client: QueryClientContract): Promise<string[]> {
  if (dialectOf(client) === 'sqlite') return []
  const holders = await find(client).catch(() => [])
  return holders.map(inWords)
}

async function find(client: QueryClientContract): Promise<Holder[]> {
  if (dialectOf(client) === 'postgres') {
    const { rows } = (await client.rawQuery(POSTGRES)) as { rows: Holder[] }
    return rows
  }
  const [rows] = (await client.rawQuery(MYSQL)) as [Holder[]]
  return rows
}

function inWords({ id, name, user, seconds }: Holder): string {
  const since = seconds === null ? '' : `, since ${Math.round(Number(seconds))} s`
  return `${name || 'a connection'} (process ${id} of ${user ?? 'another user'}${since})`
}
