import { E_VALIDATION } from '#kernel/http/errors'
import { StoredFile } from '#plugins/files/main'

/** Only one's own files are sent, which whoever acts must reach; none that another plugin keeps. */
export class SendableFile {
  /** @throws E_VALIDATION */
  async assert(fileId: number): Promise<void> {
    const file = await StoredFile.find(fileId)
    if (file?.holder !== null) throw noSuchFile()
  }
}

export function noSuchFile() {
  const message = 'content.fileId names no file of yours; upload it first'
  return new E_VALIDATION('The message has invalid content', {
    errors: [{ field: 'content.fileId', rule: 'file', message }],
  })
}
