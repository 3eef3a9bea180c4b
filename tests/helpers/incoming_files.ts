import { readdir } from 'node:fs/promises'
import app from '@adonisjs/core/services/app'
import type { FilesConfig } from '#plugins/files/main'

/** What comes in just now, by name. */
export function incoming(): Promise<string[]> {
  return readdir(app.config.get<FilesConfig>('files').incomingFolder)
}
