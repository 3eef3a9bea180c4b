import type { ApiClient } from '@japa/api-client'
import { actAsSystem } from '#kernel/acting/main'
import { type User } from '#plugins/identity/main'
import { PASSWORD, UserFactory } from '#database/factories/user_factory'

export { freshName, PASSWORD } from '#database/factories/user_factory'

/** An enabled operator with `PASSWORD`. */
export async function makeOperator(values: Partial<User> = {}): Promise<User> {
  const named = values.username === undefined ? {} : { nickname: values.username }
  return actAsSystem('make an operator for a test', () =>
    UserFactory.merge({ ...named, ...values }).create()
  )
}

export interface Tokens {
  accessToken: string
  refreshToken: string
}

/** Logs in over HTTP. */
export async function logIn(
  client: ApiClient,
  username: string,
  password = PASSWORD
): Promise<Tokens> {
  const response = await client.post('/app/auth/login').json({ username, password })
  response.assertStatus(200)
  return response.body().data
}

/** A new operator, logged in. */
export async function loggedIn(client: ApiClient, values: Partial<User> = {}) {
  const user = await makeOperator(values)
  return { user, ...(await logIn(client, user.username)) }
}
