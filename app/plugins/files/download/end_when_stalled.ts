import type { ServerResponse } from 'node:http'
import app from '@adonisjs/core/services/app'
import type { FilesConfig } from '../files_config.js'

/**
 * Cuts an answer off of which nothing moves: whoever asks for it and reads nothing would hold what it is made from open for
 * as long as they like. Slow ones are waited for: each piece that is taken counts.
 */
export function endWhenStalled(reader: ServerResponse): void {
  const { stalledSeconds } = app.config.get<FilesConfig>('files')
  reader.setTimeout(stalledSeconds * 1000, () => reader.destroy())
}
