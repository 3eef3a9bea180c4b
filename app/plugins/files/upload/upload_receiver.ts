import type { HttpContext } from '@adonisjs/core/http'
import { fileFault, receiveFile } from '#kernel/http/main'
import type { FilesConfig } from '../files_config.js'
import { inspectFile, mayBeEmpty } from '../inspection/inspect_file.js'
import type { FileKind } from '../inspection/file_kinds.js'
import type { TemporaryFile, TemporaryFiles } from '../storage/temporary_files.js'
import type { StorageAllowance } from './storage_allowance.js'

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
    private readonly allowance: StorageAllowance,
    private readonly config: Pick<FilesConfig, 'uploadLimit'>
  ) {}

  /**
   * The file, checked for what it is. The caller disposes of it.
   *
   * @throws E_STORAGE_FULL, E_PAYLOAD_TOO_LARGE, E_FILE_TYPE, E_FILE_UNSAFE, E_VALIDATION when there is none, or it is empty and no text,
   * E_BAD_REQUEST for a body that broke off
   */
  async receive(ctx: HttpContext, field = 'file'): Promise<Upload> {
    const userId = ctx.operator.id
    await this.allowance.roomOf(userId)
    const { file, name } = await this.#stream(ctx, field)
    try {
      if (file.size === 0 && !mayBeEmpty(name))
        throw fileFault(field, 'notEmpty', 'The file is empty')
      const kind = await inspectFile(file.path, file.size, name)
      const room = await this.allowance.claim(userId, file.size)
      return { ...file, ...kind, name, [Symbol.asyncDispose]: () => ended(file, room) }
    } catch (error) {
      await file[Symbol.asyncDispose]()
      throw error
    }
  }

  #stream(ctx: HttpContext, field: string): Promise<Received> {
    const { temporary } = this
    const limit = this.config.uploadLimit
    return receiveFile<Received>(ctx, {
      field,
      limit,
      keep: async ({ name, content }) => ({
        file: await temporary.receive(content, { limit }),
        name,
      }),
      discard: async ({ file }) => file[Symbol.asyncDispose](),
    })
  }
}

/** By then its row is there, or it is not to be. */
async function ended(file: AsyncDisposable, room: AsyncDisposable): Promise<void> {
  await file[Symbol.asyncDispose]()
  await room[Symbol.asyncDispose]()
}
