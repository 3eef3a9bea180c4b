import string from '@adonisjs/core/helpers/string'
import type { FieldSpec, ModuleSpec } from '../plan/module_spec.js'
import { COLLECTIONS, REFERENCES } from '../plan/field_types.js'
import { comment, literal } from './encoders.js'

export const hasColumn = ({ type }: FieldSpec) => !COLLECTIONS.includes(type)
export const isReference = ({ type }: FieldSpec) => REFERENCES.includes(type)

/** Whether a row may have no value: booleans and fields with a default always have one. */
export function isNullable(field: FieldSpec): boolean {
  if (field.type === 'tree') return true
  return !field.required && field.default === null && field.type !== 'boolean'
}

/** The line of a migration that makes a field's column. */
export function columnLine(field: FieldSpec, spec: ModuleSpec): string {
  const nullable = isNullable(field) ? '.nullable()' : '.notNullable()'
  const unique = field.unique ? '.unique()' : ''
  return `table.${columnType(field)}${unsigned(field)}${nullable}${unique}${usual(field)}${foreignKey(field, spec)}`
}

function columnType({ type, column, length, precision, scale }: FieldSpec): string {
  const name = literal(column)
  switch (type) {
    case 'string':
      return `string(${name}, ${length})`
    case 'enum':
      return `string(${name}, 32)`
    case 'date':
      return `string(${name}, 10)`
    case 'text':
    case 'json':
      return `text(${name})`
    case 'decimal':
      return `decimal(${name}, ${precision}, ${scale})`
    case 'boolean':
      return `boolean(${name})`
    case 'datetime':
      return `dateTime(${name}, { useTz: true, precision: 3 })`
    default:
      return `integer(${name})`
  }
}

function unsigned(field: FieldSpec): string {
  return isReference(field) ? '.unsigned()' : ''
}

function usual(field: FieldSpec): string {
  if (field.default !== null) return `.defaultTo(${literal(field.default)})`
  return field.type === 'boolean' ? '.defaultTo(false)' : ''
}

function foreignKey(field: FieldSpec, spec: ModuleSpec): string {
  const table = referencedTable(field, spec)
  return table ? `.references(${literal(`${table}.id`)}).onDelete('RESTRICT').index()` : ''
}

function referencedTable({ type, target }: FieldSpec, spec: ModuleSpec): string | null {
  switch (type) {
    case 'user':
      return 'users'
    case 'department':
      return 'departments'
    case 'file':
      return 'stored_files'
    case 'tree':
      return spec.table
    case 'belongsTo':
      return target!.table
    default:
      return null
  }
}

/** The attribute of a model: its decorator and its declaration. */
export function attributeCode(field: FieldSpec): string {
  const note = field.description ? `${comment(field.description)}\n` : ''
  const nullable = isNullable(field) ? ' | null' : ''
  return `${note}${decorator(field)}\ndeclare ${field.attribute}: ${attributeType(field)}${nullable}\n`
}

function decorator({ type, attribute, column }: FieldSpec): string {
  const named = columnOption(attribute, column)
  const options = named && `{ ${named} }`
  switch (type) {
    case 'boolean':
      return `@column({ ${named && `${named}, `}consume: Boolean })`
    case 'decimal':
      return `@decimalColumn(${options})`
    case 'json':
      return `@jsonColumn(${options})`
    case 'datetime':
      return `@instant(${options})`
    default:
      return `@column(${options})`
  }
}

/** Names a column that Lucid, which parts digits from letters, would call another name. */
export function columnOption(attribute: string, column: string): string {
  return column === string.snakeCase(attribute) ? '' : `columnName: ${literal(column)}`
}

export function attributeType({ type, name, values }: FieldSpec): string {
  switch (type) {
    case 'boolean':
      return 'boolean'
    case 'datetime':
      return 'DateTime'
    case 'json':
      return 'unknown'
    case 'enum':
      return values.length > 0 ? `(typeof ${name}Values)[number]` : 'string'
    case 'string':
    case 'text':
    case 'date':
      return 'string'
    default:
      return 'number'
  }
}
