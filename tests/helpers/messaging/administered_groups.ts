import type { ApiClient } from '@japa/api-client'
import type { User } from '#plugins/identity/main'
import { holder } from '../../functional/access/support/organisation.js'
import { freshName } from '../accounts.js'
import type { Frame } from './peer.js'
import { online } from './people.js'

export const LIST = '/app/im/admin/conversations'
export const MAY = [
  ...['im:conversation:list', 'im:conversation:close', 'im:conversation:owner'],
  ...['im:conversation:delete', 'im:act:list'],
]

export const changeOf =
  (change: string) =>
  (frame: Frame): boolean =>
    frame.type === 'conversation' && frame.change === change

export async function groupOf(
  client: ApiClient,
  token: string,
  members: User[],
  title = freshName()
) {
  const memberIds = members.map(({ id }) => id)
  const made = await client
    .post('/app/im/conversations')
    .bearerToken(token)
    .json({ title, memberIds })
  made.assertStatus(200)
  return made.body().data.id as number
}

/** A group of two who are online, and who administers it. */
export async function stage(client: ApiClient) {
  const [ann, bob] = [await online(), await online()]
  const title = freshName('group')
  const id = await groupOf(client, ann.token, [bob.user], title)
  const admin = await holder(client, MAY)
  return {
    ann,
    bob,
    admin,
    id,
    title,
    closing: () => Promise.all([ann, bob].map((one) => one.peer.close())),
  }
}
