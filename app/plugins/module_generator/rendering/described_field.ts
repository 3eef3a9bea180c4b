import { LONGEST_JSON } from '#kernel/contracts/main'
import type { PageField } from '#kernel/descriptions/main'
import { COLLECTIONS, type FieldType } from '../plan/field_types.js'
import type { FieldSpec, ModuleSpec } from '../plan/module_spec.js'
import { isNullable } from './column_code.js'
import { filterCode, labelName, labelSource } from './listing_code.js'
import { isGiven, numberBounds } from './rule_code.js'
import { optionsOf } from './options.js'
import { sourceOf } from './source.js'

type LineField = NonNullable<PageField['fields']>[number]

const TYPES: Readonly<Record<FieldType, PageField['type']>> = {
  string: 'text',
  text: 'longText',
  integer: 'integer',
  decimal: 'decimal',
  boolean: 'boolean',
  date: 'date',
  datetime: 'instant',
  enum: 'choice',
  json: 'json',
  file: 'file',
  user: 'reference',
  department: 'reference',
  belongsTo: 'reference',
  hasMany: 'lines',
  manyToMany: 'reference',
  tree: 'reference',
}
const RANGES: readonly FieldType[] = ['integer', 'decimal', 'date', 'datetime']
const UNLISTED: readonly PageField['type'][] = ['longText', 'json', 'lines']

/** What a module takes and answers of a field; members that are undefined are left out where it is written. */
export function describedField(field: FieldSpec, spec: ModuleSpec): PageField {
  const value = valueOf(field)
  return {
    ...value,
    nullable: (isNullable(field) && !COLLECTIONS.includes(field.type)) || undefined,
    reference: referenceOf(field, spec),
    several: field.type === 'manyToMany' || undefined,
    shows: shownBy(field, spec),
    fields: field.type === 'hasMany' ? (field.lines.map(valueOf) as LineField[]) : undefined,
    list: field.listed === !UNLISTED.includes(value.type) ? undefined : field.listed,
    form: field.form ? undefined : false,
    filter: filterOf(field),
  }
}

function valueOf(field: FieldSpec): PageField {
  const { attribute: name, label, type, scale } = field
  return {
    name,
    label,
    type: field.dictionary ? 'choice' : TYPES[type],
    required: isGiven(field) || undefined,
    nullable: isNullable(field) || undefined,
    minLength: type === 'string' && !field.dictionary ? 1 : undefined,
    maxLength: longest(field),
    ...numberBounds(field),
    scale: type === 'decimal' ? scale : undefined,
    choices: optionsOf(field) ?? undefined,
    dictionary: field.dictionary ?? undefined,
  }
}

function longest({ type, length, dictionary }: FieldSpec): number | undefined {
  if (dictionary) return undefined
  if (type === 'json') return LONGEST_JSON
  return type === 'string' || type === 'text' ? length : undefined
}

function referenceOf(field: FieldSpec, spec: ModuleSpec): PageField['reference'] {
  const source = sourceOf(field, spec)
  if (!source) return undefined
  const { path: resource, label, query } = source
  return { resource, label: label ?? 'id', query: query ?? undefined }
}

function shownBy(field: FieldSpec, spec: ModuleSpec): string | undefined {
  if (field.type === 'manyToMany') return field.target?.label ? field.name : undefined
  return labelSource(field, spec) ? labelName(field) : undefined
}

function filterOf(field: FieldSpec): PageField['filter'] {
  if (!field.listed || !filterCode(field)) return undefined
  if (field.type === 'string' && !field.dictionary) return 'contains'
  return RANGES.includes(field.type) ? 'range' : 'equals'
}
