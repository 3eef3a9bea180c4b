import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Answer } from './described_answers.js'

export type OnAnswer = (request: IncomingMessage, answer: Answer) => void

/** Calls `onAnswer` with everything that a server answers, before the client has it all; not with what is for nobody, who hung up. */
export function onAnswers(server: Server, onAnswer: OnAnswer): void {
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    record(response, (answer) => onAnswer(request, answer))
  })
}

function record(response: ServerResponse, done: (answer: Answer) => void): void {
  const chunks: Buffer[] = []
  const named: Record<string, string | undefined> = {}
  const { write, end, writeHead } = response
  const keep = (chunk: unknown) => {
    if (typeof chunk === 'string' || chunk instanceof Uint8Array) chunks.push(Buffer.from(chunk))
  }

  response.writeHead = ((status: number, ...rest: unknown[]) => {
    Object.assign(named, inLowerCase(rest.at(-1)))
    return writeHead.apply(response, [status, ...rest] as never)
  }) as never
  response.write = ((...args: unknown[]) => {
    if (isText(response, named)) keep(args[0])
    return write.apply(response, args as never)
  }) as never
  response.end = ((...args: unknown[]) => {
    keep(args[0])
    const headers = { ...inLowerCase(response.getHeaders()), ...named }
    const isForNobody = response.destroyed
    if (!isForNobody) done({ status: response.statusCode, headers, body: Buffer.concat(chunks) })
    return end.apply(response, args as never)
  }) as never
}

function inLowerCase(headers: unknown): Record<string, string> {
  if (typeof headers !== 'object' || headers === null) return {}
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)])
  )
}

/** Files may be large, and nothing is checked in them. */
function isText(response: ServerResponse, named: Record<string, string | undefined>): boolean {
  const type = named['content-type'] ?? String(response.getHeader('content-type') ?? '')
  return type.startsWith('application/json') || type.startsWith('text/plain')
}
