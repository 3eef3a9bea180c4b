import { defineConfig } from '@adonisjs/drive'
import type { InferDriveDisks } from '@adonisjs/drive/types'
import { bucket, folder } from '#plugins/files/main'
import { E_MISSING_SETTING } from '#kernel/settings/main'
import { storageRoot } from '#config/files'
import env from '#start/env'

const keyId = env.get('S3_ACCESS_KEY_ID')
const key = env.get('S3_SECRET_ACCESS_KEY')

function bucketName(): string {
  const name = env.get('S3_BUCKET')
  if (name) return name
  throw new E_MISSING_SETTING(
    'S3_BUCKET is not set but DRIVE_DISK is s3; name the bucket, or leave DRIVE_DISK out to keep files in a folder.'
  )
}

const inBucket = () =>
  bucket({
    bucket: bucketName(),
    region: env.get('S3_REGION', 'us-east-1'),
    endpoint: env.get('S3_ENDPOINT'),
    credentials: keyId && key ? { accessKeyId: keyId, secretAccessKey: key.release() } : undefined,
  })

const driveConfig = defineConfig({
  default: 'files',
  services: { files: env.get('DRIVE_DISK') === 's3' ? inBucket() : folder(storageRoot) },
})

export default driveConfig

declare module '@adonisjs/drive/types' {
  export interface DriveDisks extends InferDriveDisks<typeof driveConfig> {}
}
