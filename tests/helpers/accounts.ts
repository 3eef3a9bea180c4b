import app from '@adonisjs/core/services/app'
import type { ApiClient } from '@japa/api-client'
import { actAsSystem } from '#kernel/acting/main'
import { PasswordHashing } from '#plugins/identity/main'
import User from '../../app/plugins/identity/models/user.js'

export const PASSWORD = 'correct horse battery'

let made = 0
let hashed: Promise<string> | undefined

/** A name no other test uses. */
export function freshName(prefix = 'operator'): string {
  made += 1
  return `${prefix}-${process.pid}-${made}`
}

/** An enabled operator with `PASSWORD`. */
export async function makeOperator(values: Partial<User> = {}): Promise<User> {
  const hashing = await app.container.make(PasswordHashing)
  hashed ??= hashing.make(PASSWORD)
  const username = values.username ?? freshName()
  const row = { username, nickname: username, status: 'enabled' as const, password: await hashed }
  return actAsSystem('make an operator for a test', () => User.create({ ...row, ...values }))
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
