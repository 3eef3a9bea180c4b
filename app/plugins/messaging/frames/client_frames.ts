import { t, type Shape, type Shaped, LARGEST_ID } from '#kernel/contracts/main'
import { say } from '#kernel/languages/main'
import { CONTENT_TYPES } from '../entries/kinds.js'
import { MOST_SYNCED } from '../messaging_config.js'

const id = () => t.integer({ minimum: 1, maximum: LARGEST_ID })
const seq = () => t.integer({ minimum: 0, maximum: LARGEST_ID })
const ids = (most: number) => t.array(id(), { maxItems: most })

/** Members that are not named are ignored. */
const frame = <const Type extends string, Members extends Record<string, Shape>>(
  type: Type,
  members: Members
) =>
  t.object(
    { type: t.oneOf([type]), id: t.optional(t.json(FRAME_ID)), ...members },
    { additionalProperties: true }
  )

const position = () => t.object({ id: id(), seq: seq() }, { additionalProperties: true })

/** A message that is changed. */
const place = () => ({ conversationId: id(), seq: t.integer({ minimum: 1, maximum: LARGEST_ID }) })

const clientMessageId = () =>
  t.text({
    pattern: '^[\\x21-\\x7e]{1,64}$',
    description: 'Chosen by the client; a repeat stores nothing and is answered alike',
  })

const FRAME_ID = {
  anyOf: [
    { type: 'string', maxLength: 64 },
    { type: 'integer', minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER },
  ],
  description: 'Repeated by the answer',
}

export const clientFrames = {
  auth: frame('auth', { token: t.text({ maxLength: 4_096 }) }),
  ping: frame('ping', {}),
  send: frame('send', {
    clientMessageId: clientMessageId(),
    conversationId: t.optional(id()),
    to: t.optional(id()),
    contentType: t.oneOf(CONTENT_TYPES),
    content: t.json(),
    replyTo: t.optional(t.integer({ minimum: 1, maximum: LARGEST_ID })),
    mentions: t.optional(ids(50)),
  }),
  edit: frame('edit', { clientMessageId: clientMessageId(), ...place(), content: t.json() }),
  recall: frame('recall', place()),
  react: frame('react', {
    ...place(),
    reaction: t.text({ minLength: 1, maxLength: 32, description: 'At most 32 bytes of UTF-8' }),
    on: t.boolean(),
  }),
  pin: frame('pin', { ...place(), on: t.boolean() }),
  read: frame('read', { conversationId: id(), seq: seq() }),
  typing: frame('typing', { conversationId: id() }),
  sync: frame('sync', {
    conversations: t.optional(t.array(position(), { maxItems: MOST_SYNCED })),
    most: t.optional(
      t.integer({
        minimum: 1,
        maximum: LARGEST_ID,
        description: 'A conversation in which more entries lie ahead is reset',
      })
    ),
  }),
  presence: frame('presence', { userIds: ids(200), watch: t.optional(t.boolean()) }),
} as const

export type FrameType = keyof typeof clientFrames
export type ClientFrame<Type extends FrameType> = Shaped<(typeof clientFrames)[Type]>
export type FrameId = string | number | undefined

export function isFrameType(type: unknown): type is FrameType {
  return typeof type === 'string' && Object.hasOwn(clientFrames, type)
}

let compiled: ReturnType<typeof compile> | undefined

/** What is wrong with a frame of a known type, as field faults; `null` when nothing is. */
export async function faultsOf(type: FrameType, candidate: object) {
  const tooLong = longList(type, candidate as Record<string, unknown>)
  if (tooLong) return [tooLong]
  compiled ??= compile()
  const validator = (await compiled).get(type)!
  if (validator.Check(candidate)) return null
  const [, errors] = validator.Errors(candidate)
  return errors.slice(0, 5).map(toFault)
}

/** The compiler is large, and loaded with the first frame. */
async function compile() {
  const { Compile } = await import('typebox/schema')
  const frames = Object.entries(clientFrames)
  return new Map(frames.map(([type, shape]) => [type, Compile(shape as Shape)]))
}

/** Asked first: to name all that is wrong in a list costs far more than what is in it. */
function longList(type: FrameType, candidate: Record<string, unknown>) {
  const { properties } = clientFrames[type] as unknown as { properties: Record<string, ListShape> }
  for (const [field, { maxItems }] of Object.entries(properties)) {
    const value = candidate[field]
    if (maxItems === undefined || !Array.isArray(value) || value.length <= maxItems) continue
    const message = say`${field} must not have more than ${maxItems} items`
    return { field, rule: 'maxItems', message }
  }
  return null
}

interface ListShape {
  maxItems?: number
}

interface ShapeError {
  instancePath: string
  keyword: string
  message: string
}

function toFault({ instancePath, keyword, message }: ShapeError) {
  const field = instancePath.slice(1).replaceAll('/', '.')
  return { field, rule: keyword, message: say`${field || 'frame'} ${message}` }
}
