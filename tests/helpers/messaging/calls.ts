import type { ApiClient } from '@japa/api-client'
import type { Person } from './people.js'

type Asking = Pick<Person, 'token'>

/** Of one person's requests to messaging, what is answered; the answers must be 200. */
export function callsOf(client: ApiClient, { token }: Asking) {
  const to = (path: string) => `/app/im/${path}`
  return {
    async get(path: string, query: Record<string, unknown> = {}) {
      const response = await client.get(to(path)).qs(query).bearerToken(token)
      response.assertStatus(200)
      return response.body().data
    },
    async post(path: string, body: object = {}) {
      const response = await client.post(to(path)).bearerToken(token).json(body)
      response.assertStatus(200)
      return response.body().data
    },
    async delete(path: string) {
      const response = await client.delete(to(path)).bearerToken(token)
      response.assertStatus(200)
    },
  }
}
