import { inject } from '@adonisjs/core'
import { E_VALIDATION } from '#kernel/errors/main'
import { type Said, say } from '#kernel/languages/main'
import { StoredFile } from '#plugins/files/main'
import type { ContentType } from '../entries/kinds.js'

const CONTENT_FILE = 'content.fileId'

/** People send files of their own, within reach of whoever acts and held by no plugin. */
@inject()
export class SendableFile {
  /**
   * The content, as JSON, with the name and the size that the file has.
   *
   * @throws E_VALIDATION
   */
  async described(contentType: ContentType, content: string): Promise<string> {
    const given = JSON.parse(content) as { fileId: number }
    const file = await this.#find(given.fileId, CONTENT_FILE)
    if (contentType === 'image' && !isImage(file)) throw noImage(CONTENT_FILE)
    return JSON.stringify({ ...given, name: file.originalName, size: file.size })
  }

  /** @throws E_VALIDATION */
  async assertImage(fileId: number, field: string): Promise<void> {
    if (!isImage(await this.#find(fileId, field))) throw noImage(field)
  }

  async #find(fileId: number, field: string): Promise<StoredFile> {
    const file = await StoredFile.find(fileId)
    if (file?.holder !== null) throw noSuchFile(field)
    return file
  }
}

export function noSuchFile(field = CONTENT_FILE) {
  return refused(field, say`${field} names no file of yours; upload it first`)
}

function isImage({ mimeType }: StoredFile): boolean {
  return mimeType.startsWith('image/')
}

function noImage(field: string) {
  return refused(field, say`${field} names no image; send it as a file`)
}

function refused(field: string, message: Said) {
  return new E_VALIDATION(message, { errors: [{ field, rule: 'file', message }] })
}
