import { Compile } from 'typebox/schema'
import type { Shape } from '#kernel/http/shape'
import { clientFrames, type FrameType } from './client_frames.js'

const compiled = new Map(
  Object.entries(clientFrames).map(([type, shape]) => [type, Compile(shape as Shape)])
)

/** What is wrong with a frame of a known type, as field faults; `null` when nothing is. */
export function faultsOf(type: FrameType, candidate: object) {
  const validator = compiled.get(type)!
  if (validator.Check(candidate)) return null
  const [, errors] = validator.Errors(candidate)
  return errors.slice(0, 5).map(toFault)
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
