import mysql from 'mysql2/promise'
import pg from 'pg'

interface Server {
  kind: string
  target: { host?: string; port?: number; user?: string; password?: string; database?: string }
}

/** A new database on the server that the environment names; with SQLite there is nothing to make. */
export class EmptyDatabase implements AsyncDisposable {
  private constructor(
    readonly env: Record<string, string>,
    private readonly server?: Server
  ) {}

  /**
   * @param purpose ends its name, which begins as that of the environment's own
   * @param env leads to the server; default: that of this process
   */
  static async make(purpose: string, env: NodeJS.ProcessEnv = process.env): Promise<EmptyDatabase> {
    const server = serverOf(env)
    if (!server) return new EmptyDatabase({})
    const name = `${env.DB_DATABASE ?? 'chancery'}_${purpose}`
    await run(server, dropping(server, name))
    await run(server, `create database ${name}`)
    return new EmptyDatabase({ DB_DATABASE: name }, server)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.server) await run(this.server, dropping(this.server, this.env.DB_DATABASE!))
  }
}

/** As the environment is now: it may lead elsewhere later. */
function serverOf(env: NodeJS.ProcessEnv): Server | undefined {
  const { DB_CONNECTION: kind = 'sqlite', DB_HOST: host, DB_PORT, DB_USER, DB_PASSWORD } = env
  if (kind === 'sqlite') return undefined
  const login = { user: DB_USER, password: DB_PASSWORD, database: env.DB_DATABASE }
  return { kind, target: { host, port: DB_PORT ? Number(DB_PORT) : undefined, ...login } }
}

function dropping({ kind }: Server, name: string): string {
  return `drop database if exists ${name}${kind === 'pg' ? ' with (force)' : ''}`
}

async function run({ kind, target }: Server, statement: string): Promise<void> {
  if (kind === 'pg') {
    const client = new pg.Client(target)
    await client.connect()
    await client.query(statement)
    return client.end()
  }
  const connection = await mysql.createConnection(target)
  await connection.query(statement)
  await connection.end()
}
