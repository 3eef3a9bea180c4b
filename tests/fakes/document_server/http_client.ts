import { once } from 'node:events'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib'

export interface OutgoingRequest {
  method: 'GET' | 'POST'
  url: string
  /** Sent in this order; the host comes last, as observed. */
  headers: Record<string, string>
  body?: string
  /** Bytes of answer beyond which the server gives up. */
  limit?: number
  timeout?: number
}

export interface IncomingReply {
  status: number
  location?: string
  body: Buffer
}

const TEN_MINUTES = 600_000

export const COMMON_HEADERS = {
  accept: { Accept: 'application/json, text/plain, */*' },
  agent: { 'User-Agent': 'Node.js/6.13', 'Connection': 'Keep-Alive' },
  encoding: { 'Accept-Encoding': 'gzip, compress, deflate, br' },
}

/** One request on a connection of its own, redirects not followed. Rejects when it drops. */
export async function send(outgoing: OutgoingRequest): Promise<IncomingReply> {
  const url = new URL(outgoing.url)
  const open = url.protocol === 'https:' ? httpsRequest : httpRequest
  const request = open(url, {
    agent: false,
    method: outgoing.method,
    headers: { ...outgoing.headers, Host: url.host },
    signal: AbortSignal.timeout(outgoing.timeout ?? TEN_MINUTES),
  })
  request.end(outgoing.body)
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  return {
    status: response.statusCode ?? 0,
    location: response.headers.location,
    body: await read(response, outgoing.limit ?? Number.POSITIVE_INFINITY),
  }
}

async function read(response: IncomingMessage, limit: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > limit) throw new Error(`more than ${limit} bytes`)
    chunks.push(chunk)
  }
  return decompress(Buffer.concat(chunks), response.headers['content-encoding'])
}

function decompress(body: Buffer, encoding: string | undefined): Buffer {
  if (encoding === 'gzip') return gunzipSync(body)
  if (encoding === 'deflate') return inflateSync(body)
  if (encoding === 'br') return brotliDecompressSync(body)
  return body
}
