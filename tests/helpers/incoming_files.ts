import { readdir } from 'node:fs/promises'
import app from '@adonisjs/core/services/app'
import type { FilesConfig } from '#plugins/files/main'

/** What comes in just now; not what asks every now and then whether the storage can be written. */
export async function incoming(): Promise<string[]> {
  const names = await readdir(app.config.get<FilesConfig>('files').incomingFolder)
  return names.filter((name) => !name.startsWith('.probe-'))
}
