import { randomBytes } from 'node:crypto'
import { inject } from '@adonisjs/core'
import db from '@adonisjs/lucid/services/db'
import type { Operator } from '#kernel/acting/main'
import { spend } from '#kernel/rate_limit/main'
import { SessionRegistry, writeAvatar } from '#plugins/identity/main'
import { AVATARS, avatarPath, removePictures } from '../avatars/avatar_files.js'
import type { Picture } from '../avatars/picture_receiver.js'
import { FileStore } from '../file_store.js'
import Avatar from '../models/avatar.js'

/** Each change invalidates what every node has cached of the user. */
const QUOTA = {
  name: 'files:avatars',
  most: 20,
  duration: '1 minute',
  spent: 'You have changed your picture as often as one may in a minute',
}

/** Sets and removes one's own picture; the one before is removed. */
@inject()
export class SetAvatar {
  constructor(
    private readonly store: FileStore,
    private readonly registry: SessionRegistry
  ) {}

  /** Resolves to its address. @throws E_STORAGE_FULL, E_TOO_MANY_REQUESTS, E_UNAVAILABLE, E_UNAUTHENTICATED */
  async handle({ id: userId }: Operator, picture: Picture): Promise<string> {
    await spend(QUOTA, userId)
    const blob = await this.store.keep(picture)
    const { extension, mimeType } = picture
    const described = { name: `avatar.${extension}`, extension, mimeType, holder: AVATARS }
    const key = randomBytes(16).toString('hex')
    await db.transaction(async (trx) => {
      await writeAvatar(userId, avatarPath(key), trx)
      await removePictures(userId, trx)
      const file = await this.store.record(blob, described, trx)
      await Avatar.create({ key, userId, fileId: file.id }, { client: trx })
    })
    await this.registry.usersChanged([userId])
    return avatarPath(key)
  }

  /** Also of one that is a link. @throws E_TOO_MANY_REQUESTS, E_UNAUTHENTICATED */
  async remove({ id }: Operator): Promise<void> {
    await spend(QUOTA, id)
    await db.transaction(async (trx) => {
      await writeAvatar(id, null, trx)
      await removePictures(id, trx)
    })
    await this.registry.usersChanged([id])
  }
}
