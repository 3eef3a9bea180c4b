import type { ServerResponse } from 'node:http'
import app from '@adonisjs/core/services/app'
import { StalledReaders } from './stalled_readers.js'

export const stalledReaders = new StalledReaders(
  () => app.config.get<number>('bodies.stalledSeconds') * 1000
)

/**
 * Cuts an answer off of which as good as nothing moves: whoever asks for it and reads nothing, or a little now and then, would
 * hold what it is made from open for as long as they like. Slow ones are waited for, down to 1 KB a second.
 */
export function abortIdleResponse(reader: ServerResponse): void {
  stalledReaders.watch(reader)
}
