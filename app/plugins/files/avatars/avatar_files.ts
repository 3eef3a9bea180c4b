import { inject } from '@adonisjs/core'
import type { QueryClientContract, TransactionClientContract } from '@adonisjs/lucid/types/database'
import { actAsSystem } from '#kernel/acting/main'
import { E_NOT_FOUND } from '#kernel/errors/main'
import { People } from '#plugins/identity/main'
import Avatar from '../models/avatar.js'
import StoredFile from '../models/stored_file.js'

/** Holder of the files that are pictures of people. */
export const AVATARS = 'avatars'

export const avatarPath = (key: string) => `/app/avatars/${key}`

/** Pictures of people. One lives as long as the account of its person has its address. */
@inject()
export class AvatarFiles {
  constructor(private readonly people: People) {}

  /** @throws E_NOT_FOUND, also for one that its person no longer has */
  async find(key: string): Promise<StoredFile> {
    const [avatar] = await this.#shown(await Avatar.query().where('key', key))
    const file = await actAsSystem('a picture whose address is known', async () =>
      avatar ? StoredFile.find(avatar.fileId) : null
    )
    if (!file) throw new E_NOT_FOUND()
    return file
  }

  async referenced(
    fileIds: readonly number[],
    client?: QueryClientContract
  ): Promise<ReadonlySet<number>> {
    const avatars = await Avatar.query({ client }).whereIn('fileId', [...fileIds])
    return new Set((await this.#shown(avatars, client)).map(({ fileId }) => fileId))
  }

  async #shown(avatars: readonly Avatar[], client?: QueryClientContract): Promise<Avatar[]> {
    const cards = await this.people.cardsOf(
      avatars.map(({ userId }) => userId),
      client
    )
    return avatars.filter(({ key, userId }) => cards.get(userId)?.avatar === avatarPath(key))
  }
}

/** Removes the files that are pictures of somebody; their contents go with the next sweep. */
export async function removePictures(
  ownerId: number,
  client?: TransactionClientContract
): Promise<void> {
  await StoredFile.query({ client }).where({ ownerId, holder: AVATARS }).delete()
}
