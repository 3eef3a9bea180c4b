import { Errors } from 'typebox/schema'
import type { FieldFault } from '#kernel/errors/main'
import { type Said, say } from '#kernel/languages/main'
import { planSchema, type ModulePlan } from './plan_schema.js'

const LARGEST_PLAN = 200_000
const MOST_FAULTS = 20

interface SchemaError {
  keyword: string
  instancePath: string
  message: string
  params: Record<string, unknown>
}

/** What is wrong with a document as a plan, before anybody looks at what it means. */
export function shapeFaults(document: unknown): FieldFault[] {
  if (typeof document !== 'object' || document === null || Array.isArray(document)) {
    return [fault('plan', 'object', 'A plan is a JSON object; see GET plans/schema')]
  }
  if (JSON.stringify(document).length > LARGEST_PLAN) {
    return [fault('plan', 'size', say`A plan has at most ${LARGEST_PLAN} characters as JSON`)]
  }
  const [, errors] = Errors(planSchema, document)
  return (errors as unknown as SchemaError[])
    .filter(({ keyword }) => keyword !== 'boolean')
    .slice(0, MOST_FAULTS)
    .map((error) => toFault(document as ModulePlan, error))
}

export function fault(field: string, rule: string, message: Said): FieldFault {
  return { field, rule, message }
}

/** `fields.2 ("price")`: a number alone helps nobody. */
export function placeOf(plan: Partial<ModulePlan>, path: readonly string[]): string {
  const name = path[0] === 'fields' && plan.fields?.[Number(path[1])]?.name
  const place = path.join('.') || 'plan'
  return typeof name === 'string' && /^[\w-]{1,40}$/.test(name) ? `${place} ("${name}")` : place
}

function toFault(
  plan: Partial<ModulePlan>,
  { keyword, instancePath, message, params }: SchemaError
) {
  const path = instancePath.split('/').slice(1)
  const member = [...missing(keyword, params), ...path.slice(path.length)]
  const full = [...path, ...member]
  return fault(
    full.join('.') || 'plan',
    keyword,
    say`${placeOf(plan, path)} ${remedy(keyword, params, message)}`
  )
}

function missing(keyword: string, params: Record<string, unknown>): string[] {
  if (keyword === 'required') return [String((params.requiredProperties as string[])?.[0] ?? '')]
  if (keyword === 'additionalProperties')
    return [String((params.additionalProperties as string[])?.[0] ?? '').slice(0, 40)]
  return []
}

function remedy(keyword: string, params: Record<string, unknown>, message: string): Said {
  switch (keyword) {
    case 'required':
      return say`lacks ${(params.requiredProperties as string[]).map((name) => `"${name}"`).join(', ')}; add it`
    case 'additionalProperties':
      return say`has members that a plan does not know: ${(params.additionalProperties as string[]).map((name) => `"${name.slice(0, 40)}"`).join(', ')}; remove them`
    case 'enum':
      return say`must be one of: ${(params.allowedValues as string[]).join(', ')}`
    case 'pattern':
      return say`must match ${String(params.pattern)}: lower-case letters and digits in the style that the schema shows`
    case 'maxLength':
      return say`is too long; at most ${String(params.limit)} characters`
    default:
      return say`${message}; see GET plans/schema`
  }
}
