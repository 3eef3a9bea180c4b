import { join, resolve } from 'node:path'
import { readSettings } from '#kernel/settings/main'
import files from '#plugins/files/plugin'
import type { FilesConfig } from '#plugins/files/main'

const settings = readSettings(files.settings)

export const storageRoot = resolve(settings.STORAGE_ROOT)

const filesConfig: FilesConfig = {
  uploadLimit: settings.UPLOAD_LIMIT,
  storagePerUser: settings.STORAGE_PER_USER,
  place: settings.DRIVE_DISK === 's3' ? `the bucket ${settings.S3_BUCKET}` : storageRoot,
  incomingFolder: join(storageRoot, 'incoming'),
  graceHours: 24,
}

export default filesConfig
