import { type FieldFault, E_VALIDATION } from '#kernel/errors/main'
import { LARGEST_ID, t, type Shape } from '#kernel/contracts/main'
import { searchTextOf } from '#kernel/database/main'
import { type Said, say } from '#kernel/languages/main'
import type { CONTENT_TYPES, ContentType } from './kinds.js'

type Sendable = (typeof CONTENT_TYPES)[number]

const LONGEST_TEXT = 20_000
const LARGEST_CONTENT = 64 * 1024
const DEEPEST = 32
/** Values, members of objects and elements of lists: a page of a history takes two hundred messages apart. */
const MOST_VALUES = 2_000

const words = () => t.text({ minLength: 1, maxLength: LONGEST_TEXT })
const name = () => t.text({ minLength: 1, maxLength: 255 })
const fileId = () => t.integer({ minimum: 1, maximum: LARGEST_ID })
const bytes = () => t.integer({ minimum: 0 })
const pixels = () => t.optional(t.integer({ minimum: 1, maximum: 100_000 }))

/** What a message of each type holds. */
export const contentShapes = {
  text: t.object({ text: words() }),
  image: t.object({
    fileId: fileId(),
    name: t.optional(name()),
    size: t.optional(bytes()),
    width: pixels(),
    height: pixels(),
  }),
  file: t.object({ fileId: fileId(), name: name(), size: bytes() }),
  custom: t.map(t.json()),
} as const satisfies Record<Sendable, Shape>

let compiled: ReturnType<typeof compile> | undefined

/**
 * The content as JSON, once it is what its type says.
 *
 * @throws E_VALIDATION
 */
export async function contentJson(type: Sendable, content: unknown): Promise<string> {
  compiled ??= compile()
  const validator = (await compiled).get(type)!
  if (!validator.Check(content))
    refuse('shape', say`content is not that of a message of type ${type}`)
  if (type === 'custom') assertPlain(content)

  const json = JSON.stringify(content)
  if (Buffer.byteLength(json) > LARGEST_CONTENT) refuse('size', 'content is too large')
  return json
}

/** Texts, names of files, and notices; not what front ends make up. @param content JSON */
export function saidIn(type: ContentType, content: string): string[] {
  if (type === 'custom') return []
  const { text, name: fileName, title, body } = JSON.parse(content) as Record<string, unknown>
  return [text, fileName, title, body].filter((one) => typeof one === 'string')
}

/** What a keyword search compares. */
export function searchTextOfContent(type: ContentType, content: string): string | null {
  return type === 'custom' ? null : searchTextOf(saidIn(type, content))
}

/** The compiler is large, and loaded with the first message. */
async function compile() {
  const { Compile } = await import('typebox/schema')
  const shapes: [string, Shape][] = Object.entries(contentShapes)
  return new Map(shapes.map(([type, shape]) => [type, Compile(shape)]))
}

function refuse(rule: string, message: Said): never {
  const fault: FieldFault = { field: 'content', rule, message }
  throw new E_VALIDATION('The message has invalid content', { errors: [fault] })
}

/** Without recursion, for it is asked of whatever came. */
function assertPlain(content: unknown): void {
  let [level, values]: [unknown[], number] = [[content], 0]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > DEEPEST) refuse('depth', say`content may be nested ${DEEPEST} deep at most`)
    values += level.length
    if (values > MOST_VALUES) refuse('values', say`content may have ${MOST_VALUES} values at most`)
    level = level.flatMap((one) =>
      one !== null && typeof one === 'object' ? Object.values(one) : []
    )
  }
}
