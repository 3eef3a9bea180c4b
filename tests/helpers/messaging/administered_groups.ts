import type { ApiClient } from '@japa/api-client'
import type { User } from '#plugins/identity/main'
import { freshName } from '../accounts.js'

export async function groupOf(
  client: ApiClient,
  token: string,
  members: User[],
  name = freshName()
) {
  const memberIds = members.map(({ id }) => id)
  const made = await client
    .post('/app/im/conversations')
    .bearerToken(token)
    .json({ name, memberIds })
  made.assertStatus(200)
  return made.body().data.id as number
}
