import { E_VALIDATION } from '#kernel/errors/main'
import { StoredFile } from '#plugins/files/main'
import type { ContentType } from '../models/message.js'

/** Only one's own files are sent, which whoever acts must reach; none that another plugin keeps. */
export class SendableFile {
  /**
   * The content, as JSON, with the name and the size that the file has.
   *
   * @throws E_VALIDATION
   */
  async described(contentType: ContentType, content: string): Promise<string> {
    const given = JSON.parse(content) as { fileId: number }
    const file = await StoredFile.find(given.fileId)
    if (file?.holder !== null) throw noSuchFile()
    if (contentType === 'image' && !file.mimeType.startsWith('image/')) throw noImage()
    return JSON.stringify({ ...given, name: file.originalName, size: file.size })
  }
}

export function noSuchFile() {
  return refused('content.fileId names no file of yours; upload it first')
}

function noImage() {
  return refused('content.fileId names no image; send it as a file')
}

function refused(message: string) {
  return new E_VALIDATION('The message has invalid content', {
    errors: [{ field: 'content.fileId', rule: 'file', message }],
  })
}
