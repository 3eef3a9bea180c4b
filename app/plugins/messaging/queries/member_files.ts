import { inject } from '@adonisjs/core'
import db from '@adonisjs/lucid/services/db'
import { actAsSystem } from '#kernel/acting/main'
import { E_NOT_FOUND } from '#kernel/errors/main'
import { StoredFile } from '#plugins/files/main'
import { membershipOf } from '../rosters/membership.js'
import { History } from './history.js'

/** Files that members may have, whosever they are. */
@inject()
export class MemberFiles {
  constructor(private readonly history: History) {}

  /** What a message brought, for whoever may see it. @throws E_NOT_FOUND */
  async ofMessage(userId: number, conversationId: number, seq: number): Promise<StoredFile> {
    const { contentType, content, recalledAt } = await this.history.one(userId, conversationId, seq)
    const isFile = contentType === 'file' || contentType === 'image'
    if (!isFile || recalledAt !== null) throw new E_NOT_FOUND('This message has no file')
    return fileOf((JSON.parse(content!) as { fileId: number }).fileId)
  }

  /** @throws E_NOT_FOUND */
  async pictureOf(userId: number, groupId: number): Promise<StoredFile> {
    await membershipOf(groupId, userId)
    const group = await db.from('conversations').where('id', groupId).firstOrFail()
    if (group.picture_file_id === null) throw new E_NOT_FOUND('This group has no picture')
    return fileOf(Number(group.picture_file_id))
  }
}

function fileOf(id: number): Promise<StoredFile> {
  return actAsSystem('a member opens a file of a conversation', () => StoredFile.findOrFail(id))
}
