import type { ApiClient } from '@japa/api-client'
import type { User } from '#plugins/identity/main'
import { freshName } from '../../../helpers/accounts.js'
import type { Frame } from '../../../helpers/messaging/peer.js'
import { online } from '../../../helpers/messaging/people.js'
import { administrator } from '../../access/support/caller.js'
import { holder } from '../../access/support/organisation.js'

export const MODERATION = '/app/moderation'
export const LIST = `${MODERATION}/conversations`
export const ALL = [
  ...['conversation:list', 'conversation:close', 'conversation:owner', 'conversation:delete'],
  ...['message:remove', 'message:export', 'report:list', 'report:close'],
].map((permission) => `moderation:${permission}`)

export const entryOf =
  (kind: string) =>
  ({ type, entries }: Frame): boolean =>
    type === 'entries' && entries[0]?.kind === kind

export async function groupOf(
  client: ApiClient,
  token: string,
  members: readonly User[],
  name = freshName()
): Promise<number> {
  const memberIds = members.map(({ id }) => id)
  const made = client.post('/app/im/conversations').bearerToken(token)
  return (await made.json({ name, memberIds })).body().data.id
}

/** Entries of the audit trail that tell of a change, the first first, with what changed. */
export async function actsOf(client: ApiClient, query: string) {
  const admin = await administrator(client)
  const { items } = await admin.must(admin.get(`audit?${query}&outcome=done&sort=id`))
  const all: { id: number; action: string }[] = items
  const entries = all.filter(({ action }) => action !== 'called')
  return Promise.all(entries.map(({ id }) => admin.must(admin.get(`audit/${id}`))))
}

/** A group of two who are online, and somebody who moderates it. */
export async function stage(client: ApiClient, cleanup: (close: () => Promise<void>) => void) {
  const [ann, bob] = [await online(), await online()]
  cleanup(async () => {
    await Promise.all([ann.peer.close(), bob.peer.close()])
  })
  const name = freshName('group')
  const id = await groupOf(client, ann.token, [bob.user], name)
  for (const { peer } of [ann, bob]) await peer.next(entryOf('joined'))
  const { user: moderator, caller } = await holder(client, ALL)
  const acts = () => actsOf(client, `type=conversation&subjectId=${id}`)
  return { ann, bob, moderator, caller, id, name, acts }
}
