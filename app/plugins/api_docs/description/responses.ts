import type { RefusalClass } from '#kernel/errors/main'
import type { RawAnswer } from '#kernel/http/main'
import type { Shape } from '#kernel/contracts/main'
import { exampleOf, withExamples } from './examples.js'
import { headersOf } from './headers.js'
import type { JsonSchema } from './json_schema.js'
import type { Operation } from './operations.js'
import { refusalsOf } from './refusals.js'

const JSON_TYPE = 'application/json'
/** Types of what is read as text, and not as a file. */
const TEXT = /^text\/(html|css|event-stream)|[/+](json|yaml)\b/
const WITHOUT_BODY = new Set([204, 304])

const PHRASES: Readonly<Record<number, string>> = {
  200: 'Done',
  204: 'Done, with nothing to say',
  206: 'Part of the content',
  304: 'Not modified',
  400: 'Refused; `data.reason` says why',
  401: 'Not logged in, or no longer',
  403: 'Not permitted',
  404: 'Not there, or not within reach',
  408: 'The body did not come in time',
  409: 'In conflict with the present state',
  413: 'The body is too large',
  415: 'The body is of another content type',
  416: 'The range is not within the content',
  422: 'Invalid fields; `data.errors` names them where they are known',
  423: 'The account is locked; the message says for how long',
  429: 'Too many requests',
  500: 'System fault',
  503: 'Something the service depends on is down, or it is stopping',
}

/** Every answer of an operation, by status. */
export function responsesOf(operation: Operation): Record<string, JsonSchema> {
  const responses = new Map<number, JsonSchema>(successes(operation))
  const members = operation.contract.failureMembers ?? {}
  for (const [status, refusals] of refusalsOf(operation)) {
    responses.set(status, merged(responses.get(status), failure(status, refusals, members)))
  }
  const byStatus = [...responses].sort(([a], [b]) => a - b)
  return Object.fromEntries(byStatus.map(([status, one]) => [String(status), one]))
}

function successes({ contract }: Operation): [number, JsonSchema][] {
  const { answer, raw } = contract
  if (!raw) return [[200, response(200, { [JSON_TYPE]: envelope(answer) })]]

  return (raw.statuses ?? [200]).map((status) => {
    const content = WITHOUT_BODY.has(status) ? undefined : { [raw.type]: rawMedia(raw) }
    return [status, response(status, content, raw.headers)]
  })
}

function response(
  status: number,
  content?: JsonSchema,
  headers?: Readonly<Record<string, string>>
) {
  return {
    description: PHRASES[status] ?? `Status ${status}`,
    headers: headersOf(status, headers),
    ...(content ? { content } : {}),
  }
}

function rawMedia({ type, shape }: RawAnswer): JsonSchema {
  if (shape) return withExample(plain(shape))
  return TEXT.test(type) ? {} : { schema: { type: 'string', format: 'binary' } }
}

function envelope(answer: Shape | undefined): JsonSchema {
  return withExample({
    type: 'object',
    properties: {
      code: { const: 200 },
      message: { const: 'OK' },
      data: answer ? plain(answer) : { type: 'null' },
    },
    required: ['code', 'message', 'data'],
    additionalProperties: false,
  })
}

function withExample(schema: JsonSchema): JsonSchema {
  const example = exampleOf(schema)
  return { schema, ...(example === undefined ? {} : { example }) }
}

/** Shapes are JSON Schema already, apart from what cannot be written as JSON. */
function plain(shape: Shape): JsonSchema {
  return withExamples(JSON.parse(JSON.stringify(shape)))
}

type Members = Readonly<Record<string, unknown>>

function failure(status: number, refusals: readonly RefusalClass[], members: Members): JsonSchema {
  const examples = refusals.map(({ code, message }) => [
    code,
    { value: { ...members, code: status, message, data: status >= 500 ? null : { reason: code } } },
  ])
  const schema = failureSchema(status, refusals, members)
  return response(status, {
    [JSON_TYPE]: { schema, examples: Object.fromEntries(examples) },
  })
}

function failureSchema(
  status: number,
  refusals: readonly RefusalClass[],
  members: Members
): JsonSchema {
  const reasons = refusals.map(({ code }) => code)
  const data = {
    type: 'object',
    properties: {
      reason: { type: 'string', enum: reasons },
      errors: { type: 'array', items: { $ref: '#/components/schemas/FieldFault' } },
    },
    required: ['reason'],
    additionalProperties: false,
  }
  return {
    type: 'object',
    properties: {
      ...Object.fromEntries(
        Object.entries(members).map(([name, value]) => [name, { const: value }])
      ),
      code: { const: status },
      message: { type: 'string', description: 'For the human operator' },
      data: status >= 500 ? { type: 'null' } : data,
    },
    required: [...Object.keys(members), 'code', 'message', 'data'],
    additionalProperties: false,
  }
}

/** An answer of its own and a refusal may share a status and a media type. */
function merged(own: JsonSchema | undefined, refusal: JsonSchema): JsonSchema {
  if (!own) return refusal
  const contents = [own.content, refusal.content] as Record<string, JsonSchema>[]
  const [first = {}, second = {}] = contents
  const shared = Object.keys(second).filter((type) => first[type]?.schema)
  const both = shared.map((type) => [type, either(first[type]!, second[type]!)])
  return { ...refusal, ...own, content: { ...second, ...first, ...Object.fromEntries(both) } }
}

function either(own: JsonSchema, refusal: JsonSchema): JsonSchema {
  const answers = own.example === undefined ? {} : { ANSWER: { value: own.example } }
  return {
    schema: { anyOf: [own.schema, refusal.schema] },
    examples: { ...answers, ...(refusal.examples as JsonSchema) },
  }
}
