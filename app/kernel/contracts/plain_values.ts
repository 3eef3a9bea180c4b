import { E_VALIDATION } from '#kernel/errors/main'
import { say, type Text } from '#kernel/languages/main'

/** More levels than a body needs, and few enough for recursion. */
export const DEEPEST = 100

type Fault = { rule: string; says: Text; path: string[] }

/**
 * Checks that texts have no null bytes and no lone surrogates, and that members are nested at most `DEEPEST` levels.
 *
 * @throws E_VALIDATION naming the member
 */
export function assertPlainValues(value: unknown): void {
  const fault = faultOf(value, 0)
  if (!fault) return
  const field = fault.path.reverse().join('.')
  throw new E_VALIDATION(undefined, {
    errors: [{ field, rule: fault.rule, message: say`The ${field} field ${fault.says}` }],
  })
}

/** The path is built only where there is a fault, because building it for every member is expensive. */
function faultOf(value: unknown, depth: number): Fault | null {
  if (typeof value === 'string') return textFault(value)
  if (value === null || typeof value !== 'object') return null
  if (depth > DEEPEST) return { rule: 'depth', says: say`is nested too deeply`, path: [] }
  for (const key of Object.keys(value)) {
    const fault = textFault(key) ?? faultOf((value as Record<string, unknown>)[key], depth + 1)
    if (!fault) continue
    fault.path.push(key)
    return fault
  }
  return null
}

function textFault(text: string): Fault | null {
  if (text.includes('\0')) return { rule: 'text', says: say`must not contain null bytes`, path: [] }
  if (text.isWellFormed()) return null
  return { rule: 'text', says: say`must not contain half a character`, path: [] }
}
