import type { Shape } from '#kernel/contracts/main'
import { clientFrames, type FrameType } from './client_frames.js'

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
    const message = `${field} must not have more than ${maxItems} items`
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
  return { field, rule: keyword, message: `${field || 'frame'} ${message}` }
}
