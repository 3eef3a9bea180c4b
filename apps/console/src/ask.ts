import { chancery } from './service'

type Method = 'get' | 'post' | 'put' | 'delete'

type Operation = (options?: object) => Promise<{ data?: unknown; error?: unknown }>

interface Asked {
  query?: Readonly<Record<string, unknown>>
  body?: unknown
  signal?: AbortSignal
}

/** A page of a list. */
export interface Page<One> {
  items: One[]
  total: number
}

/** A row of a list whose members only its description knows; it has an `id`. */
export type Row = Record<string, any>

/**
 * Calls an operation by its path, for pages whose operations are known only once they are described.
 *
 * @param url below the service, such as `/app/library-books`
 * @returns the `data` of the envelope
 * @throws ChanceryError
 */
export function ask<Data>(method: Method, url: string, { query, body, signal }: Asked = {}) {
  const operation = (options: { client: typeof chancery.client }) =>
    options.client[method]({
      url,
      query: filled(query),
      body,
      signal,
      headers: body === undefined ? {} : { 'Content-Type': 'application/json' },
    })
  return chancery.call(operation as Operation) as Promise<Data>
}

/** Without what says nothing. */
const filled = (query: Asked['query'] = {}) =>
  Object.fromEntries(
    Object.entries(query).filter(
      ([, value]) => value !== '' && value !== null && value !== undefined
    )
  )
