import type { ApiClient } from '@japa/api-client'
import { loggedIn } from './accounts.js'

export interface Download {
  status: number
  headers: Headers
  bytes: Buffer
}

export function baseUrl(): string {
  return `http://${process.env.HOST}:${process.env.PORT}`
}

/** Downloads as a new operator, byte for byte. */
export async function download(
  client: ApiClient,
  path: string,
  headers: Record<string, string> = {}
): Promise<Download> {
  const { accessToken } = await loggedIn(client)
  return fetched(path, { authorization: `Bearer ${accessToken}`, ...headers })
}

/** @param path on the service, or a whole URL */
export async function fetched(
  path: string,
  headers: Record<string, string> = {}
): Promise<Download> {
  const response = await fetch(new URL(path, baseUrl()), { headers, redirect: 'manual' })
  const bytes = Buffer.from(await response.arrayBuffer())
  return { status: response.status, headers: response.headers, bytes }
}
