import app from '@adonisjs/core/services/app'
import { DatabasePresence } from './database_presence.js'

type Level = 'debug' | 'info' | 'warn' | 'error'

/** Connections that are cut at once are found one after another, each when it is next taken. */
const SAID_FOR_MS = 60_000
const MOST_REMEMBERED = 100
/** Whoever asked for the connection gets the fault itself, and says it or knows what explains it. */
const TOLD_TO_THE_ASKER = 'Acquire connection error'
const said = new Map<string, number>()

/**
 * For `config/database.ts`: where the query builder says what it meets by itself, such as each connection that it
 * loses. While the database is lost nothing of it is said: one line has said it. The same is said once in a minute.
 */
export const connectionLog = {
  debug: (message: unknown) => void say('debug', message),
  deprecate: (message: unknown) => void say('info', message),
  warn: (message: unknown) => void say('warn', message),
  error: (message: unknown) => void say('error', message),
}

async function say(level: Level, message: unknown): Promise<void> {
  const text = String(message)
  if (text.startsWith(TOLD_TO_THE_ASKER)) return
  const presence = await app.container.make(DatabasePresence)
  if ((await presence.isLost()) || wasSaid(text)) return
  const logger = await app.container.make('logger')
  logger[level](text)
}

function wasSaid(text: string): boolean {
  const [now, at] = [performance.now(), said.get(text)]
  if (at !== undefined && now - at < SAID_FOR_MS) return true
  if (said.size >= MOST_REMEMBERED) said.clear()
  said.set(text, now)
  return false
}
