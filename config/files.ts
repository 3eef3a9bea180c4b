import { tmpdir } from 'node:os'
import { join } from 'node:path'
import app from '@adonisjs/core/services/app'
import string from '@adonisjs/core/helpers/string'
import env from '#start/env'
import type { FilesConfig } from '#plugins/files/main'

export const storageRoot = env.get(
  'STORAGE_ROOT',
  app.inTest ? join(tmpdir(), `chancery-files-${process.pid}`) : 'data/files'
)

const filesConfig: FilesConfig = {
  uploadLimit: string.bytes.parse(env.get('UPLOAD_LIMIT', '100mb')) ?? 0,
  incomingFolder: app.makePath(storageRoot, 'incoming'),
  graceHours: env.get('FILES_GRACE_HOURS', 24),
}

export default filesConfig
