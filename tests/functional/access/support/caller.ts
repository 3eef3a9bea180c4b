import type { ApiClient, ApiResponse } from '@japa/api-client'
import { logIn, PASSWORD } from '../../../helpers/accounts.js'

/** Somebody who is logged in and calls `/app/system`. */
export class Caller {
  constructor(
    private readonly client: ApiClient,
    readonly token: string
  ) {}

  get(path: string): Promise<ApiResponse> {
    return this.send('get', path)
  }

  post(path: string, body: object = {}): Promise<ApiResponse> {
    return this.send('post', path, body)
  }

  put(path: string, body: object = {}): Promise<ApiResponse> {
    return this.send('put', path, body)
  }

  delete(path: string): Promise<ApiResponse> {
    return this.send('delete', path)
  }

  /** The `data` of an answer that must be 200. */
  async must(answer: Promise<ApiResponse>) {
    const response = await answer
    response.assertStatus(200)
    return response.body().data
  }

  async send(method: 'get' | 'post' | 'put' | 'delete', path: string, body?: object) {
    const url = path.startsWith('/') ? path : `/app/system/${path}`
    const request = this.client[method](url).bearerToken(this.token)
    return body === undefined ? request : request.json(body)
  }
}

export async function callerOf(client: ApiClient, username: string, password = PASSWORD) {
  const { accessToken } = await logIn(client, username, password)
  return new Caller(client, accessToken)
}

export function administrator(client: ApiClient): Promise<Caller> {
  return callerOf(client, 'admin', process.env.ADMIN_PASSWORD!)
}
