import type { Field, PageDescription } from './description'

const TYPES = new Set(
  'text longText integer decimal boolean date instant choice reference lines file json'.split(' ')
)

/** Why a page cannot be drawn, for whoever wrote its description; `null` where it can. */
export function faultOf({ resource, permissions, fields }: PageDescription): string | null {
  if (!/^\/[\w/.-]+$/.test(resource ?? '')) return `resource "${resource}"`
  if (typeof permissions !== 'object') return 'permissions'
  if (!Array.isArray(fields) || fields.length === 0) return 'fields'
  return fields.map(faultOfField).find(Boolean) ?? null
}

function faultOfField(field: Field): string | null {
  const { name, label, type, choices, dictionary, reference, fields } = field
  if (!name || !label) return 'a field without name or label'
  if (!TYPES.has(type)) return `${name}: type "${type}"`
  if (type === 'choice' && !choices?.length && !dictionary) return `${name}: no choices`
  if (type === 'reference' && !reference?.resource) return `${name}: no resource`
  return type === 'lines' && !fields?.length ? `${name}: no fields` : null
}
