import type { DriverContract } from 'flydrive/types'
import { AtomicFsDriver } from './atomic_fs_driver.js'
import type { S3Options } from './ranged_s3_driver.js'

interface DriveService {
  type: 'provider'
  resolver(): Promise<() => DriverContract>
}

/** For `config/drive.ts`: a folder of this machine. */
export function folder(path: string): DriveService {
  return { type: 'provider', resolver: async () => () => new AtomicFsDriver(path) }
}

/** For `config/drive.ts`: a bucket. Its client is large, and loaded only where it is used. */
export function bucket(options: S3Options): DriveService {
  return {
    type: 'provider',
    async resolver() {
      const { RangedS3Driver } = await import('./ranged_s3_driver.js')
      return () => new RangedS3Driver(options)
    },
  }
}
