import type { ApiClient, ApiResponse } from '@japa/api-client'
import type { Person } from './people.js'

type Asking = Pick<Person, 'token'>
type Method = 'get' | 'post' | 'put' | 'delete'

/** Of one person's requests to messaging, what is answered; the answers must be 200. */
export function callsOf(client: ApiClient, { token }: Asking) {
  const ask = (method: Method, path: string, body?: object): Promise<ApiResponse> => {
    const request = client[method](`/app/im/${path}`).bearerToken(token)
    return Promise.resolve(body ? request.json(body) : request)
  }
  const must = async (answer: Promise<ApiResponse>) => {
    const response = await answer
    response.assertStatus(200)
    return response.body().data
  }
  return {
    /** Whatever is answered. */
    ask,
    get(path: string, query: Record<string, unknown> = {}) {
      return must(Promise.resolve(client.get(`/app/im/${path}`).qs(query).bearerToken(token)))
    },
    post: (path: string, body: object = {}) => must(ask('post', path, body)),
    put: (path: string, body: object = {}) => must(ask('put', path, body)),
    delete: (path: string) => must(ask('delete', path)),
  }
}

/** A group of its first member. Resolves to its id. */
export async function groupOf(
  client: ApiClient,
  owner: Asking,
  members: readonly Pick<Person, 'user'>[] = [],
  name = 'Group'
): Promise<number> {
  const memberIds = members.map(({ user }) => user.id)
  const { id } = await callsOf(client, owner).post('conversations', { name, memberIds })
  return id
}
