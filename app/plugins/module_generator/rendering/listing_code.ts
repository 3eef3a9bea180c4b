import type { FieldSpec, ModuleSpec } from '../plan/module_spec.js'
import { hasColumn, isNullable } from './column_code.js'

/** A member of the answer. */
export interface MemberCode {
  name: string
  shape: string
  /** Where a list reads it; `null`: from the attribute of the same name. */
  column: string | null
  listed: boolean
}

/** What an answered row consists of, in order: columns, and the names of what they refer to. */
export function memberCodes(field: FieldSpec, spec: ModuleSpec): MemberCode[] {
  if (!hasColumn(field)) return []
  const { attribute: name, listed } = field
  const own = { name, shape: shapeOf(field), column: null, listed }
  const label = labelSource(field, spec)
  if (!label) return [own]

  const column = `label(() => ${label.model}, '${label.attribute}', '${name}')`
  return [own, { name: labelName(field), shape: 't.nullable(t.text())', column, listed }]
}

export function labelName({ name }: FieldSpec): string {
  return `${name.replace(/Id$/, '')}Name`
}

/** The model and attribute that stand for what a field refers to; `null` where there is nothing to show. */
export function labelSource(
  { type, target }: FieldSpec,
  spec: ModuleSpec
): { model: string; attribute: string } | null {
  switch (type) {
    case 'user':
      return { model: 'User', attribute: 'nickname' }
    case 'department':
      return { model: 'Department', attribute: 'name' }
    case 'tree':
      return spec.labelField ? { model: spec.names.pascal, attribute: spec.labelField } : null
    case 'belongsTo':
      return target!.label ? { model: target!.model, attribute: target!.label } : null
    default:
      return null
  }
}

export function shapeOf(field: FieldSpec): string {
  const shape = plainShape(field)
  return isNullable(field) && field.type !== 'json' ? `t.nullable(${shape})` : shape
}

function plainShape({ type, name, length }: FieldSpec): string {
  switch (type) {
    case 'string':
    case 'text':
      return `t.text({ maxLength: ${length} })`
    case 'integer':
      return 't.integer()'
    case 'decimal':
      return 't.number()'
    case 'boolean':
      return 't.boolean()'
    case 'date':
      return "t.text({ format: 'date' })"
    case 'datetime':
      return 't.instant()'
    case 'enum':
      return `t.oneOf(${name}Values)`
    case 'json':
      return 't.json()'
    default:
      return 't.id()'
  }
}

export function isSortable(field: FieldSpec): boolean {
  return field.listed && !['text', 'json'].includes(field.type)
}

/** Names that the list is sorted by. */
export function sortsOf({ fields, timestamps }: ModuleSpec): string[] {
  const stamps = timestamps ? ['createdAt', 'updatedAt'] : []
  return ['id', ...fields.filter(isSortable).map(({ attribute }) => attribute), ...stamps]
}

export function defaultSortOf({ timestamps }: ModuleSpec): string {
  return timestamps ? '-createdAt' : '-id'
}

/** A filter: its entry in the listing, its parameters in the list's query. */
export interface FilterCode {
  entries: string[]
  parameters: string[]
  /** Names that the listing imports from the kernel's filters. */
  filters: string[]
  /** Names that the validators import from the kernel's contracts. */
  parameterNames: string[]
}

export function filterCode(field: FieldSpec): FilterCode | null {
  const { attribute, name } = field
  if (field.dictionary) return valueFilter(field)
  switch (field.type) {
    case 'string':
      return {
        entries: [`${attribute}: contains('${attribute}')`],
        parameters: [`${attribute}: vine.string().minLength(1).maxLength(100).optional()`],
        filters: ['contains'],
        parameterNames: [],
      }
    case 'enum':
      return {
        entries: [`${attribute}: equals<string>('${attribute}')`],
        parameters: [`${attribute}: vine.enum(${name}Values).optional()`],
        filters: ['equals'],
        parameterNames: [],
      }
    case 'boolean':
      return {
        entries: [`${attribute}: equals<boolean>('${attribute}')`],
        parameters: [`${attribute}: vine.boolean().optional()`],
        filters: ['equals'],
        parameterNames: [],
      }
    case 'integer':
      return numberFilter(
        field,
        'integerParameter({ min: -2_147_483_647, max: 2_147_483_647 }).optional()',
        ['integerParameter']
      )
    case 'decimal':
      return numberFilter(field, 'decimalParameter()', ['decimalParameter'])
    case 'date':
      return {
        entries: [`${attribute}: within<string>('${attribute}')`],
        parameters: [
          `${attribute}From: dayField().optional()`,
          `${attribute}To: dayField().optional()`,
        ],
        filters: ['within'],
        parameterNames: ['dayField'],
      }
    case 'datetime':
      return {
        entries: [`${attribute}: between('${attribute}')`],
        parameters: [`...instantRange('${attribute}')`],
        filters: ['between'],
        parameterNames: ['instantRange'],
      }
    case 'text':
    case 'json':
    case 'hasMany':
    case 'manyToMany':
      return null
    default:
      return {
        entries: [`${attribute}: equals<number>('${attribute}')`],
        parameters: [`${attribute}: idParameter().optional()`],
        filters: ['equals'],
        parameterNames: ['idParameter'],
      }
  }
}

function valueFilter({ attribute, length }: FieldSpec): FilterCode {
  return {
    entries: [`${attribute}: equals<string>('${attribute}')`],
    parameters: [`${attribute}: vine.string().minLength(1).maxLength(${length}).optional()`],
    filters: ['equals'],
    parameterNames: [],
  }
}

function numberFilter(
  { attribute }: FieldSpec,
  parameter: string,
  parameterNames: string[]
): FilterCode {
  const names = [attribute, `${attribute}From`, `${attribute}To`]
  const filters = ['equals<number>', 'atLeast', 'atMost']
  return {
    entries: names.map((name, index) => `${name}: ${filters[index]}('${attribute}')`),
    parameters: names.map((name) => `${name}: ${parameter}`),
    filters: ['equals', 'atLeast', 'atMost'],
    parameterNames,
  }
}
