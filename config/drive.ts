import { defineConfig } from '@adonisjs/drive'
import type { InferDriveDisks } from '@adonisjs/drive/types'
import { bucket, folder } from '#plugins/files/main'
import { storageRoot } from '#config/files'
import env from '#start/env'

const keyId = env.get('S3_ACCESS_KEY_ID')
const key = env.get('S3_SECRET_ACCESS_KEY')

const driveConfig = defineConfig({
  default: 'files',
  services: {
    files:
      env.get('DRIVE_DISK', 'fs') === 's3'
        ? bucket({
            bucket: env.get('S3_BUCKET', ''),
            region: env.get('S3_REGION', 'us-east-1'),
            endpoint: env.get('S3_ENDPOINT'),
            credentials:
              keyId && key ? { accessKeyId: keyId, secretAccessKey: key.release() } : undefined,
          })
        : folder(storageRoot),
  },
})

export default driveConfig

declare module '@adonisjs/drive/types' {
  export interface DriveDisks extends InferDriveDisks<typeof driveConfig> {}
}
