import { LONGEST_JSON } from '#kernel/contracts/main'
import { COLLECTIONS } from '../plan/field_types.js'
import type { FieldSpec, ModuleSpec } from '../plan/module_spec.js'
import { isNullable } from '../rendering/column_code.js'
import { optionsOf } from '../rendering/options.js'
import { isGiven, MOST_ITEMS, numberBounds } from '../rendering/rule_code.js'
import { sourceOf } from '../rendering/source.js'
import type { PageFormField, PageLineField } from './page_schema.js'

export function formField(field: FieldSpec, spec: ModuleSpec): PageFormField {
  const collection = COLLECTIONS.includes(field.type)
  return {
    ...lineField(field),
    nullable: isNullable(field) && !collection,
    source: sourceOf(field, spec),
    minItems: collection ? Number(field.required) : null,
    maxItems: collection ? MOST_ITEMS : null,
    lines: field.type === 'hasMany' ? field.lines.map(lineField) : null,
  }
}

function lineField(field: FieldSpec): PageLineField {
  const { attribute: name, label, description: help, type, unique, scale } = field
  return {
    name,
    label,
    help,
    type,
    required: isGiven(field),
    nullable: isNullable(field),
    unique,
    default: field.default,
    minLength: type === 'string' ? 1 : null,
    maxLength: longest(field),
    ...(numberBounds(field) ?? { min: null, max: null }),
    scale: type === 'decimal' ? scale : null,
    options: optionsOf(field),
  }
}

function longest({ type, length }: FieldSpec): number | null {
  if (type === 'json') return LONGEST_JSON
  return type === 'string' || type === 'text' ? length : null
}
