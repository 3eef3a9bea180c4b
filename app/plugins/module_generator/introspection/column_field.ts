import { LONGEST_STRING, LONGEST_UNIQUE, MOST_DIGITS } from '../plan/field_types.js'
import { camelOf, snakeOf } from '../plan/names.js'
import { UNSAFE_DEFAULT } from '../plan/field_checks.js'
import type { FieldPlan } from '../plan/field_schema.js'
import { reservedField } from '../plan/reserved_words.js'
import { attributeOf, type Targets } from '../plan/resolve_plan.js'
import type { ColumnDescription } from './table_description.js'

const REFERENCED: Readonly<Record<string, FieldPlan['type']>> = {
  users: 'user',
  departments: 'department',
  stored_files: 'file',
}

/** A column as a field of a plan, and what could not be taken over. */
export function fieldOf(
  column: ColumnDescription,
  table: string,
  targets: Targets
): { field: FieldPlan; warnings: string[] } {
  const warnings: string[] = []
  const kind = kindOf(column, table, targets, warnings)
  const field: FieldPlan = { ...kind, name: nameOf(column, kind.type, warnings) }
  if (snakeOf(attributeOf(field)) !== column.name) field.column = column.name
  if (column.comment) field.label = column.comment.slice(0, 60)
  if (!column.nullable && column.default === null && field.type !== 'boolean') field.required = true
  if (column.unique) addUnique(field, warnings)
  if (field.type === 'string') field.searchable = true
  addDefault(field, column)
  return { field, warnings }
}

type Kind = Omit<FieldPlan, 'name'>

function kindOf(
  column: ColumnDescription,
  table: string,
  targets: Targets,
  warnings: string[]
): Kind {
  const { references, name } = column
  if (references) {
    if (references.table === table) return { type: 'tree' }
    const special = REFERENCED[references.table]
    if (special) return { type: special }
    const target = [...targets.values()].find((one) => one.table === references.table)
    if (target) return { type: 'belongsTo', target: target.name }
    warnings.push(
      `Column "${name}" refers to "${references.table}", for which there is no module; it is taken as a number`
    )
    return { type: 'integer' }
  }
  return plainKind(column, warnings)
}

function plainKind({ name, type }: ColumnDescription, warnings: string[]): Kind {
  const [, first, second] = /\((\d+)(?:,\s*(\d+))?\)/.exec(type) ?? []
  if (/^(tinyint\(1\)|bool)/.test(type)) return { type: 'boolean' }
  if (/^enum\(/.test(type)) return enumKind(name, type, warnings)
  if (/int|serial|^year/.test(type)) return { type: 'integer' }
  if (/^(decimal|numeric|money|real|double|float)/.test(type)) return decimalKind(first, second)
  if (/^(timestamp|datetime)/.test(type)) return { type: 'datetime' }
  if (/^json/.test(type)) return { type: 'json' }
  if (/text|clob/.test(type)) return { type: 'text' }
  if (/char/.test(type)) return textKind(Number(first ?? 255))
  warnings.push(`Column "${name}" is of type "${type}", which is taken as text`)
  return { type: 'text' }
}

function textKind(length: number): Kind {
  return length > LONGEST_STRING
    ? { type: 'text', length }
    : { type: 'string', length: Math.max(length, 1) }
}

function decimalKind(first: string | undefined, second: string | undefined): Kind {
  const precision = Math.min(Number(first ?? MOST_DIGITS), MOST_DIGITS)
  return {
    type: 'decimal',
    precision,
    scale: Math.min(Number(second ?? (first ? 0 : 4)), 10, precision),
  }
}

function enumKind(name: string, type: string, warnings: string[]): Kind {
  const values = [...type.matchAll(/'([^']*)'/g)].map(([, value]) => value!)
  if (values.every((value) => /^[a-z0-9][a-z0-9_-]{0,31}$/.test(value)))
    return { type: 'enum', values }
  warnings.push(`The values of "${name}" are no plain words; it is taken as text`)
  return { type: 'string', length: 64 }
}

function nameOf({ name }: ColumnDescription, type: FieldPlan['type'], warnings: string[]): string {
  const reference = ['tree', 'user', 'department', 'file', 'belongsTo'].includes(type)
  const plain = camelOf(reference ? name.replace(/_id$/i, '') : name)
  const usable = /^[a-z][a-zA-Z0-9]{0,39}$/.test(plain)
    ? plain
    : `field${plain.replace(/[^A-Za-z0-9]/g, '').slice(0, 30)}`
  if (!reservedField(reference ? `${usable}Id` : usable)) return usable
  warnings.push(`Column "${name}" has a reserved name; its field is called "${usable}Value"`)
  return `${usable}Value`
}

function addUnique(field: FieldPlan, warnings: string[]): void {
  if (['integer', 'date'].includes(field.type)) field.unique = true
  if (field.type !== 'string') return
  if ((field.length ?? 0) <= LONGEST_UNIQUE) field.unique = true
  else
    warnings.push(
      `Field "${field.name}" is unique and longer than ${LONGEST_UNIQUE}; the plan does not say so`
    )
}

function addDefault(field: FieldPlan, { default: usual }: ColumnDescription): void {
  if (usual === null) return
  const text = usual.replace(/::[\w ]+$/, '').replace(/^'(.*)'$/, '$1')
  if (/^null$/i.test(text)) return
  if (field.type === 'boolean') field.default = /^(1|true|t)$/i.test(text)
  if (field.type === 'enum' && field.values?.includes(text)) field.default = text
  if (
    field.type === 'string' &&
    text !== '' &&
    text.length <= (field.length ?? 255) &&
    !/[()]/.test(text) &&
    !UNSAFE_DEFAULT.test(text)
  )
    field.default = text
  if (field.type === 'integer' && /^-?\d{1,9}$/.test(text)) field.default = Number(text)
}
