import { prepareEnvironment } from '../../../../environment.js'
import type { Beside } from './beside.js'
import { CutDatabase } from './troubles/cut_database.js'
import type { LockedSqlite } from './troubles/locked_sqlite.js'

const PORTS: Readonly<Record<string, number>> = { pg: 5432, mysql: 3306 }
const SHORT_MS = 50

/** The service within this process: a history costs little. The application is loaded here, and not before. */
export async function raiseInProcess(): Promise<Beside> {
  await prepareEnvironment()
  const { env } = process
  const port = PORTS[env.DB_CONNECTION ?? 'sqlite']
  const cut = port === undefined ? undefined : await CutDatabase.before(env, port)
  const { ignite } = await import('../../../../../bin/app.js')
  const { createHttpServer } = await import('#start/http_server')
  await ignite().httpServer().start(createHttpServer)

  const { raiseBeside } = await import('./beside.js')
  const beside = await raiseBeside(`http://127.0.0.1:${env.PORT}`, env.ADMIN_PASSWORD!)
  const database = cut ?? (await lockable(env.SQLITE_PATH!))
  const { MovedStorage } = await import('./troubles/moved_storage.js')
  beside.stage.troubles.push(database, new MovedStorage(env.STORAGE_ROOT!))

  return { stage: beside.stage, lower: () => lowerAll(beside, database) }
}

/** Waiting for a lock stops the whole process, so it is waited for but shortly. */
async function lockable(path: string): Promise<LockedSqlite> {
  const { default: db } = await import('@adonisjs/lucid/services/db')
  const { LockedSqlite } = await import('./troubles/locked_sqlite.js')
  await db.rawQuery(`pragma busy_timeout = ${SHORT_MS}`)

  return new LockedSqlite(path)
}

async function lowerAll(beside: Beside, database: CutDatabase | LockedSqlite): Promise<void> {
  const { default: app } = await import('@adonisjs/core/services/app')
  await beside.lower()
  await app.terminate()
  await database.close()
}
