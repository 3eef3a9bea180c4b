import { AsyncLocalStorage } from 'node:async_hooks'
import type { Server } from 'node:http'
import app from '@adonisjs/core/services/app'
import db from '@adonisjs/lucid/services/db'

const underway = new AsyncLocalStorage<string[]>()

/** The statements of `work` and of the requests meanwhile; not those of what the node does by itself. */
export async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const seen: string[] = []
  const note = ({ sql }: { sql: string }) => void (underway.getStore() === seen && seen.push(sql))
  const knex = db.connection().getReadClient()
  const leave = await enterWithRequests(seen)
  knex.on('query', note)
  try {
    await underway.run(seen, work)
  } finally {
    knex.off('query', note)
    leave()
  }
  return seen
}

/** How many they are; transactions' own not counted. */
export async function statementsDuring(work: () => Promise<unknown>): Promise<number> {
  const statements = await statementsOf(work)
  return statements.filter((sql) => !/^(begin|commit|rollback)/i.test(sql)).length
}

async function enterWithRequests(seen: string[]): Promise<() => void> {
  const server = (await app.container.make('server')).getNodeServer() as Server | undefined
  if (!server) return () => undefined
  const { emit } = server
  const pass = emit.bind(server)
  server.emit = (event: string, ...args: unknown[]) =>
    event === 'request' ? underway.run(seen, () => pass(event, ...args)) : pass(event, ...args)
  return () => void (server.emit = emit)
}
