import { once } from 'node:events'
import { request as open, type IncomingMessage } from 'node:http'

export interface OutgoingRequest {
  method: 'GET' | 'POST'
  url: string
  /** Sent in this order; the host comes last, as observed. */
  headers: Record<string, string>
  body?: string
  /** Bytes of answer beyond which the server gives up. */
  limit?: number
}

export interface IncomingReply {
  status: number
  body: Buffer
}

const TEN_MINUTES = 600_000

export const COMMON_HEADERS = {
  accept: { Accept: 'application/json, text/plain, */*' },
  agent: { 'User-Agent': 'Node.js/6.13', 'Connection': 'Keep-Alive' },
  encoding: { 'Accept-Encoding': 'gzip, compress, deflate, br' },
}

/** One request on a connection of its own, redirects not followed. Rejects when it drops. */
export async function send({ method, limit, ...out }: OutgoingRequest): Promise<IncomingReply> {
  const url = new URL(out.url)
  const headers = { ...out.headers, Host: url.host }
  const signal = AbortSignal.timeout(TEN_MINUTES)
  const request = open(url, { agent: false, method, headers, signal })
  request.end(out.body)
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  const body = await read(response, limit ?? Number.POSITIVE_INFINITY)
  return { status: response.statusCode ?? 0, body }
}

async function read(response: IncomingMessage, limit: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > limit) throw new Error(`more than ${limit} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
