import type { ServerResponse } from 'node:http'
import app from '@adonisjs/core/services/app'
import { StalledReaders } from './stalled_readers.js'

export const stalledReaders = new StalledReaders(
  () => app.config.get<number>('bodies.stalledSeconds') * 1000
)

/**
 * Aborts a response that the client hardly reads, because it holds resources such as a file open. Slow clients are served down
 * to 1 KB a second.
 */
export function abortIdleResponse(reader: ServerResponse): void {
  stalledReaders.watch(reader)
}
