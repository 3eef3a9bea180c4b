import argon2 from 'argon2'
import type { Side } from './stage.js'

export const PASSWORD = 'benchmarks are measured'

/** Of the password that everybody has, as the service would write it. */
export const passwordHash = () =>
  argon2.hash(PASSWORD, { memoryCost: 19_456, timeCost: 2, parallelism: 1 })

export const adminToken = (side: Side) => tokenOf(side, 'admin', side.env.ADMIN_PASSWORD)

export async function tokenOf(side: Side, username: string, password = PASSWORD): Promise<string> {
  const body = { username, password }
  return (await call<{ accessToken: string }>(side, 'POST', '/app/auth/login', { body }))
    .accessToken
}

/** Calls the API, and resolves to the data of the answer. */
export async function call<Data>(
  { service }: Side,
  method: string,
  path: string,
  { token, body }: { token?: string; body?: unknown } = {}
): Promise<Data> {
  const response = await fetch(service.url + path, {
    method,
    headers: { 'content-type': 'application/json', ...(token ? bearer(token) : {}) },
    body: body === undefined ? undefined : JSON.stringify(body),
  })
  const answer = (await response.json()) as { message: string; data: Data }
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${answer.message}`)
  return answer.data
}

export const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
