import type { HttpContext } from '@adonisjs/core/http'
import { fileFault, receiveFile } from '#kernel/http/main'
import { E_STORAGE_FULL } from '../errors.js'
import type { FilesConfig } from '../files_config.js'
import { inspectFile, mayBeEmpty } from '../inspection/inspect_file.js'
import type { FileKind } from '../inspection/file_kinds.js'
import type { TemporaryFile, TemporaryFiles } from '../storage/temporary_files.js'
import type { StorageQuota } from './storage_quota.js'

export interface Upload extends FileKind, TemporaryFile {
  /** As the client calls it; not safe to show. */
  name: string
}

interface Received {
  file: TemporaryFile
  name: string
}

/** Receives the file of a multipart body as it comes in. The other fields are then in `request`. */
export class UploadReceiver {
  constructor(
    private readonly temporary: TemporaryFiles,
    private readonly quota: StorageQuota,
    private readonly config: Pick<FilesConfig, 'uploadLimit'>
  ) {}

  /**
   * The file, checked for what it is. The caller disposes of it.
   *
   * @throws E_STORAGE_FULL, E_PAYLOAD_TOO_LARGE, E_FILE_TYPE, E_FILE_UNSAFE, E_VALIDATION when there is none, or it is empty and no text,
   * E_BAD_REQUEST for a body that broke off, E_UNAVAILABLE
   */
  async receive(ctx: HttpContext, field = 'file'): Promise<Upload> {
    const remaining = await this.quota.remaining(ctx.operator.id)
    const { file, name } = await this.#stream(ctx, field)
    try {
      if (file.size === 0 && !mayBeEmpty(name))
        throw fileFault(field, 'notEmpty', 'The file is empty')
      if (file.size > remaining) throw new E_STORAGE_FULL()
      return { ...file, ...(await inspectFile(file.path, name)), name }
    } catch (error) {
      await file[Symbol.asyncDispose]()
      throw error
    }
  }

  #stream(ctx: HttpContext, field: string): Promise<Received> {
    const limit = this.config.uploadLimit
    return receiveFile<Received>(ctx, {
      field,
      limit,
      keep: async ({ name, content }) => ({
        file: await this.temporary.receive(content, { limit }),
        name,
      }),
      discard: async ({ file }) => file[Symbol.asyncDispose](),
    })
  }
}
