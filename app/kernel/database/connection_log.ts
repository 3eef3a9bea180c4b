import app from '@adonisjs/core/services/app'
import { DatabasePresence } from './database_presence.js'

type Level = 'debug' | 'info' | 'warn' | 'error'

/**
 * For `config/database.ts`: where the query builder says what it meets by itself, such as each connection that it does
 * not get. While the database is lost nothing of it is said: one line has said it.
 */
export const connectionLog = {
  debug: (message: unknown) => void say('debug', message),
  deprecate: (message: unknown) => void say('info', message),
  warn: (message: unknown) => void say('warn', message),
  error: (message: unknown) => void say('error', message),
}

async function say(level: Level, message: unknown): Promise<void> {
  const presence = await app.container.make(DatabasePresence)
  if (await presence.isLost()) return
  const logger = await app.container.make('logger')
  logger[level](String(message))
}
