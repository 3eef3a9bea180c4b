import { defineConfig } from '@adonisjs/drive'
import type { InferDriveDisks } from '@adonisjs/drive/types'
import { bucket, folder } from '#plugins/files/main'
import { readSettings } from '#kernel/settings/main'
import files from '#plugins/files/plugin'
import { incomingFolder, storageRoot } from '#config/files'

const settings = readSettings(files.settings)
const keyId = settings.S3_ACCESS_KEY_ID
const key = settings.S3_SECRET_ACCESS_KEY

const inBucket = () =>
  bucket({
    bucket: settings.S3_BUCKET!,
    region: settings.S3_REGION,
    endpoint: settings.S3_ENDPOINT,
    credentials: keyId && key ? { accessKeyId: keyId, secretAccessKey: key.release() } : undefined,
  })

const driveConfig = defineConfig({
  default: 'files',
  services: {
    files: settings.DRIVE_DISK === 's3' ? inBucket() : folder(storageRoot, incomingFolder),
  },
})

export default driveConfig

declare module '@adonisjs/drive/types' {
  export interface DriveDisks extends InferDriveDisks<typeof driveConfig> {}
}
