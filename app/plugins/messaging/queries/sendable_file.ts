import { E_VALIDATION } from '#kernel/http/errors'
import { StoredFile } from '#plugins/files/main'

/** Only one's own files are sent; whoever acts must reach them. */
export class SendableFile {
  /** @throws E_VALIDATION */
  async assert(fileId: number): Promise<void> {
    if (await StoredFile.find(fileId)) return
    const message = 'content.fileId names no file of yours; upload it first'
    throw new E_VALIDATION('The message has invalid content', {
      errors: [{ field: 'content.fileId', rule: 'file', message }],
    })
  }
}
