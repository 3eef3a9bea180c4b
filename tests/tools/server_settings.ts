/** Logins of servers as they are after an installation on this machine; DB_HOST, DB_PORT, DB_USER and DB_PASSWORD name others. */
const LOCAL: Readonly<Record<string, Record<string, string>>> = {
  sqlite: {},
  pg: { DB_HOST: '127.0.0.1', DB_PORT: '5432', DB_USER: 'postgres' },
  mysql: { DB_HOST: '127.0.0.1', DB_PORT: '3306', DB_USER: 'root' },
}

/**
 * The settings of a database server: those of the environment where it names this kind in DB_CONNECTION, else those of a
 * local one.
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
  return { ...local, ...Object.fromEntries(named), DB_CONNECTION: kind }
}
