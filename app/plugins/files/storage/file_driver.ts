import type { Readable } from 'node:stream'
import type { DriverContract } from 'flydrive/types'
import type { ByteRange } from './byte_range.js'

/** What a driver must do for files beyond the contract of Drive. */
export interface FileDriver extends DriverContract {
  /** Copies a file of this machine. Until all of it is copied, the key is as it was before. */
  putFile(key: string, path: string): Promise<void>
  getRange(key: string, range: ByteRange): Promise<Readable>
  /** Fails where the storage cannot be used, as far as that shows without writing into it. */
  check(): Promise<void>
}
