import { join, resolve } from 'node:path'
import { readSettings } from '#kernel/settings/main'
import files from '#plugins/files/plugin'
import type { FilesConfig } from '#plugins/files/main'

const settings = readSettings(files.settings)

export const storageRoot = resolve(settings.STORAGE_ROOT)
export const incomingFolder = join(storageRoot, 'incoming')

const filesConfig: FilesConfig = {
  uploadLimit: settings.UPLOAD_LIMIT,
  storagePerUser: settings.STORAGE_PER_USER,
  incomingFolder,
  graceHours: 24,
}

export default filesConfig
