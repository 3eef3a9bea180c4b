import { join, resolve } from 'node:path'
import string from '@adonisjs/core/helpers/string'
import env from '#start/env'
import type { FilesConfig } from '#plugins/files/main'

export const storageRoot = resolve(env.get('STORAGE_ROOT', 'data/files'))

const filesConfig: FilesConfig = {
  uploadLimit: string.bytes.parse(env.get('UPLOAD_LIMIT', '100mb')) ?? 0,
  storagePerUser: string.bytes.parse(env.get('STORAGE_PER_USER', '10gb')) ?? 0,
  place: env.get('DRIVE_DISK') === 's3' ? `the bucket ${env.get('S3_BUCKET')}` : storageRoot,
  incomingFolder: join(storageRoot, 'incoming'),
  graceHours: env.get('FILES_GRACE_HOURS', 24),
}

export default filesConfig
