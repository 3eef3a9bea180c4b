import { join } from 'node:path'
import { AtomicFsDriver } from './atomic_fs_driver.js'
import type { FileDriver } from './file_driver.js'
import type { S3Options } from './ranged_s3_driver.js'

interface DriveService {
  type: 'provider'
  resolver(): Promise<() => FileDriver>
}

/**
 * For `config/drive.ts`: a folder of this machine.
 *
 * @param incoming where unfinished copies lie, on the same disk: `incomingFolder` of `config/files.ts`
 */
export function folder(path: string, incoming = join(path, 'incoming')): DriveService {
  return { type: 'provider', resolver: async () => () => new AtomicFsDriver(path, incoming) }
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
