import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { fileTypeFromFile } from 'file-type'
import { receiveFile } from '#kernel/http/main'
import { E_FILE_TYPE } from '../errors.js'
import type { FileKind } from '../inspection/file_kinds.js'
import { TemporaryFiles, type TemporaryFile } from '../storage/temporary_files.js'

export interface Picture extends FileKind, TemporaryFile {}

const LIMIT = 1024 * 1024

/** By what file-type calls them; an animated PNG is one for whoever shows it. */
const KINDS: ReadonlyMap<string, FileKind> = new Map([
  ['png', { extension: 'png', mimeType: 'image/png' }],
  ['apng', { extension: 'png', mimeType: 'image/png' }],
  ['jpg', { extension: 'jpg', mimeType: 'image/jpeg' }],
  ['webp', { extension: 'webp', mimeType: 'image/webp' }],
  ['gif', { extension: 'gif', mimeType: 'image/gif' }],
])

/** Receives a picture as it comes in. Its name says nothing of what it is. */
@inject()
export class PictureReceiver {
  constructor(private readonly temporary: TemporaryFiles) {}

  /**
   * The caller disposes of it.
   *
   * @throws E_PAYLOAD_TOO_LARGE, E_FILE_TYPE, E_VALIDATION when there is none, E_BAD_REQUEST for a body that broke off,
   * E_UNAVAILABLE
   */
  async receive(ctx: HttpContext): Promise<Picture> {
    const file = await receiveFile<TemporaryFile>(ctx, {
      field: 'file',
      limit: LIMIT,
      keep: ({ content }) => this.temporary.receive(content, { limit: LIMIT }),
      discard: async (received) => received[Symbol.asyncDispose](),
    })
    try {
      return { ...file, ...(await kindOf(file.path)) }
    } catch (error) {
      await file[Symbol.asyncDispose]()
      throw error
    }
  }
}

async function kindOf(path: string): Promise<FileKind> {
  const found = await fileTypeFromFile(path)
  const kind = found && KINDS.get(found.ext)
  if (!kind) throw new E_FILE_TYPE('A picture is a PNG, JPEG, WebP or GIF file; this is none')
  return kind
}
