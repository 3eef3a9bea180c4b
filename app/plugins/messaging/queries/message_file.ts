import { inject } from '@adonisjs/core'
import { E_NOT_FOUND } from '#kernel/errors/main'
import { actAsSystem } from '#kernel/acting/main'
import { StoredFile } from '#plugins/files/main'
import { History } from './history.js'

/** The file that a message brought: whoever may see the message may have it, whosever file it is. */
@inject()
export class MessageFile {
  constructor(private readonly history: History) {}

  /** @throws E_NOT_FOUND */
  async of(userId: number, conversationId: number, seq: number): Promise<StoredFile> {
    const { contentType, content, recalledAt } = await this.history.one(userId, conversationId, seq)
    const isFile = contentType === 'file' || contentType === 'image'
    if (!isFile || recalledAt !== null) throw new E_NOT_FOUND('This message has no file')

    const { fileId } = JSON.parse(content!) as { fileId: number }
    return actAsSystem('a member opens the file of a message', () => StoredFile.findOrFail(fileId))
  }
}
