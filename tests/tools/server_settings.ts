/** Logins of local servers that ask for no password. */
const LOCAL: Readonly<Record<string, Record<string, string>>> = {
  sqlite: {},
  pg: { DB_HOST: '127.0.0.1', DB_PORT: '5432', DB_USER: 'postgres' },
  mysql: { DB_HOST: '127.0.0.1', DB_PORT: '3306', DB_USER: 'root' },
}

/**
 * The settings of a database server: DB_HOST, DB_PORT, DB_USER, DB_PASSWORD and DB_DATABASE of the environment where
 * DB_CONNECTION names this kind, else those of a local one. DATABASE_URL is left out: it would win over a database made here.
 *
 * @param kind `sqlite`, `pg` or `mysql`
 */
export function serverSettings(kind: string): Record<string, string> {
  const local = LOCAL[kind]
  if (!local) throw new Error(`There is no database "${kind}"; there are ${Object.keys(LOCAL)}`)
  const { env } = process
  const isNamed = env.DB_CONNECTION === kind
  const own = Object.keys(local).concat('DB_PASSWORD', 'DB_DATABASE')
  const named = own.flatMap((key) => (isNamed && env[key] ? [[key, env[key]!]] : []))
  return { ...local, ...Object.fromEntries(named), DB_CONNECTION: kind, DATABASE_URL: '' }
}
