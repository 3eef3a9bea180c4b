import { inject } from '@adonisjs/core'
import { Storage, TemporaryFiles } from '#plugins/files/main'
import { failed, fine, type Finding } from './finding.js'

export const STORAGE = 'our storage'

@inject()
export class StorageCheck {
  constructor(
    private readonly storage: Storage,
    private readonly temporary: TemporaryFiles
  ) {}

  async examine(): Promise<Finding> {
    try {
      await this.temporary.check()
      await this.storage.check()
      return fine(STORAGE, 'Files can be kept')
    } catch (error) {
      return failed(STORAGE, `Files cannot be kept (${codeOf(error)})`, REMEDY)
    }
  }
}

function codeOf(error: unknown): string {
  const { code, name } = ((error as Error).cause ?? error) as NodeJS.ErrnoException
  return code ?? name
}

const REMEDY =
  'Give the service’s user the right to write into STORAGE_ROOT; with a bucket, see that S3_ENDPOINT answers and takes the key'
