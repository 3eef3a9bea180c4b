import type { JsonSchema } from './json_schema.js'

const text = (description: string) => ({ description, schema: { type: 'string' } })
const count = (description: string) => ({ description, schema: { type: 'integer', minimum: 0 } })
const always = (header: JsonSchema) => ({ ...header, required: true })

/** `components.headers`; the rate limit is not known when the service itself fails. */
export const headerComponents: Readonly<Record<string, JsonSchema>> = {
  RequestId: always(text('Names the request in the logs; a harmless one that was sent is kept')),
  NoSniff: always(text('`nosniff`: the content type is what it says')),
  Caching: always(text('Who may keep the answer; `no-store` unless the operation says otherwise')),
  RateLimit: always(count('Requests that one client may make in any second')),
  RateRemaining: always(count('Requests left of them')),
  RateReset: always({
    description: 'When all of them are there again',
    schema: { type: 'string', format: 'date-time' },
  }),
  RetryAfter: always(count('Seconds to wait')),
}

const ref = (name: string) => ({ $ref: `#/components/headers/${name}` })

/** The headers of an answer with this status. */
export function headersOf(status: number, own: Readonly<Record<string, string>> = {}): JsonSchema {
  const limits = {
    'X-RateLimit-Limit': ref('RateLimit'),
    'X-RateLimit-Remaining': ref('RateRemaining'),
    'X-RateLimit-Reset': ref('RateReset'),
  }
  return {
    'X-Request-Id': ref('RequestId'),
    'X-Content-Type-Options': ref('NoSniff'),
    'Cache-Control': ref('Caching'),
    ...(status < 500 ? limits : {}),
    ...(status === 429 ? { 'Retry-After': ref('RetryAfter') } : {}),
    ...Object.fromEntries(Object.entries(own).map(([name, says]) => [name, text(says)])),
  }
}
