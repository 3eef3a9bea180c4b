import type { QueryClientContract } from '@adonisjs/lucid/types/database'
import type { TableDescription } from './table_description.js'

interface Row {
  name: string
  type: string
  nullable: string
  usual: string | null
  comment: string | null
}

interface KeyRow {
  constraint_name: string
  kind: string
  column_name: string
  ref_table: string | null
  ref_column: string | null
}

interface Catalogue {
  columns: string
  keys: string
  comment: string
}

const POSTGRES: Catalogue = {
  columns: `select a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
      case when a.attnotnull then 'NO' else 'YES' end as nullable, pg_get_expr(d.adbin, d.adrelid) as usual,
      col_description(a.attrelid, a.attnum) as comment
    from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where a.attrelid = (select c.oid from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relname = ? and n.nspname = current_schema()) and a.attnum > 0 and not a.attisdropped order by a.attnum`,
  keys: `select k.conname as constraint_name, k.contype as kind, a.attname as column_name, f.relname as ref_table,
      b.attname as ref_column
    from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
    cross join lateral unnest(k.conkey) with ordinality as u(num, position)
    join pg_attribute a on a.attrelid = k.conrelid and a.attnum = u.num
    left join pg_class f on f.oid = k.confrelid
    left join pg_attribute b on b.attrelid = k.confrelid and b.attnum = k.confkey[u.position]
    where c.relname = ? and n.nspname = current_schema() and k.contype in ('p', 'u', 'f') order by k.conname, u.position`,
  comment: `select obj_description(c.oid) as comment from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relname = ? and n.nspname = current_schema()`,
}

const MYSQL: Catalogue = {
  columns: `select column_name as name, column_type as type, is_nullable as nullable, column_default as usual,
      column_comment as comment
    from information_schema.columns where table_schema = database() and table_name = ? order by ordinal_position`,
  keys: `select c.constraint_name as constraint_name,
      case c.constraint_type when 'PRIMARY KEY' then 'p' when 'UNIQUE' then 'u' else 'f' end as kind,
      k.column_name as column_name, k.referenced_table_name as ref_table, k.referenced_column_name as ref_column
    from information_schema.table_constraints c join information_schema.key_column_usage k
      on k.constraint_schema = c.constraint_schema and k.constraint_name = c.constraint_name
      and k.table_name = c.table_name
    where c.table_schema = database() and c.table_name = ? order by c.constraint_name, k.ordinal_position`,
  comment: `select table_comment as comment from information_schema.tables
    where table_schema = database() and table_name = ?`,
}

/** What PostgreSQL or MySQL know of a table. */
export async function describeOnServer(
  client: QueryClientContract,
  name: string
): Promise<TableDescription> {
  const catalogue = client.dialect.name === 'postgres' ? POSTGRES : MYSQL
  const columns = await rowsOf<Row>(client, catalogue.columns, name)
  const keys = await rowsOf<KeyRow>(client, catalogue.keys, name)
  const [about] = await rowsOf<{ comment: string | null }>(client, catalogue.comment, name)
  const primaryKey = keys.filter(({ kind }) => kind === 'p').map((key) => key.column_name)
  const alone = keys.filter(
    (key) => keys.filter((one) => one.constraint_name === key.constraint_name).length === 1
  )

  return {
    name,
    comment: about?.comment || null,
    primaryKey,
    columns: columns.map((column) => {
      const own = alone.filter((key) => key.column_name === column.name)
      const foreign = own.find(({ kind }) => kind === 'f')
      return {
        name: column.name,
        type: column.type.toLowerCase(),
        nullable: column.nullable === 'YES',
        default: column.usual,
        primary: primaryKey.includes(column.name),
        unique: own.some(({ kind }) => kind === 'u'),
        comment: column.comment || null,
        references: foreign?.ref_table
          ? { table: foreign.ref_table, column: foreign.ref_column ?? 'id' }
          : null,
      }
    }),
  }
}

/** The drivers disagree about the form of a raw answer. */
async function rowsOf<One>(client: QueryClientContract, sql: string, name: string): Promise<One[]> {
  const answer = await client.rawQuery(sql, [name])
  return client.dialect.name === 'postgres' ? answer.rows : answer[0]
}
