import { inject } from '@adonisjs/core'
import db from '@adonisjs/lucid/services/db'
import { actAsSystem } from '#kernel/acting/main'
import { E_NOT_FOUND } from '#kernel/errors/main'
import { StoredFile } from '#plugins/files/main'
import { membershipOf } from '../rosters/membership.js'

/** The picture of a group, for its members, whosever file it is. */
@inject()
export class GroupPicture {
  /** @throws E_NOT_FOUND */
  async of(userId: number, conversationId: number): Promise<StoredFile> {
    await membershipOf(db.connection(), conversationId, userId)
    const conversation = db.from('conversations').where('id', conversationId)
    const { picture_file_id: fileId } = await conversation.firstOrFail()
    if (fileId === null) throw new E_NOT_FOUND('This group has no picture')
    return actAsSystem('a member opens the picture of a group', () =>
      StoredFile.findOrFail(Number(fileId))
    )
  }
}
