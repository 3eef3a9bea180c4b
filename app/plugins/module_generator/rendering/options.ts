import type { FieldSpec } from '../plan/module_spec.js'

/** The values of an enum as people read them; `null` where a field has none. */
export function optionsOf({ values }: FieldSpec) {
  if (values.length === 0) return null
  return values.map((value) => ({
    value,
    label: value.charAt(0).toUpperCase() + value.slice(1).replace(/[_-]/g, ' '),
  }))
}
