import type { FieldSpec } from '../plan/module_spec.js'
import { LARGEST_INTEGER } from '../plan/field_types.js'
import { literal } from './encoders.js'
import { isNullable, isReference } from './column_code.js'

/** Most lines, or rows referred to, that one row takes. */
export const MOST_ITEMS = 200

/** The body's rules of a field: a function they are written with, and the member of either validator. */
export interface RuleCode {
  /** `const title = () => …`; `null` where the members say it all. */
  base: string | null
  create: string
  update: string
}

export function ruleCode(field: FieldSpec): RuleCode {
  if (field.type === 'datetime') return momentCode(field)
  if (field.type === 'hasMany') return linesCode(field)
  if (field.type === 'manyToMany') return idsCode(field)

  const { attribute } = field
  const omissible = isNullable(field) ? '.nullable().optional()' : '.optional()'
  return {
    base: `const ${attribute} = () => ${rule(field)}`,
    create: `${attribute}: ${attribute}()${isGiven(field) ? '' : omissible}`,
    update: `${attribute}: ${attribute}()${omissible}`,
  }
}

/** Whether a body that makes a row must have the field. */
export function isGiven({ required, type, default: usual }: FieldSpec): boolean {
  return required && type !== 'tree' && usual === null
}

/** The names that a field's rules need from the kernel's body fields. */
export function ruleImports(field: FieldSpec): string[] {
  if (isReference(field)) return ['idField']
  switch (field.type) {
    case 'date':
      return ['dayField']
    case 'json':
      return ['jsonField']
    case 'manyToMany':
      return ['idsField']
    case 'datetime':
      return isNullable(field) ? ['nullableMomentField'] : ['momentField', 'omissibleMomentField']
    case 'hasMany':
      return ['idField', ...field.lines.flatMap(lineImports)]
    default:
      return []
  }
}

function rule(field: FieldSpec): string {
  const { type, length, scale, name, dictionary } = field
  if (dictionary) return `vine.string().use(inDictionary(${literal(dictionary)}))`
  switch (type) {
    case 'string':
      return `vine.string().trim().minLength(1).maxLength(${length})`
    case 'text':
      return `vine.string().trim().maxLength(${length})`
    case 'integer':
      return `vine.number({ strict: true }).withoutDecimals().range(${range(field)})`
    case 'decimal':
      return `vine.number({ strict: true }).decimal([0, ${scale}]).range(${range(field)})`
    case 'boolean':
      return 'vine.boolean({ strict: true })'
    case 'enum':
      return `vine.enum(${name}Values)`
    case 'date':
      return 'dayField()'
    case 'json':
      return 'jsonField()'
    default:
      return 'idField()'
  }
}

function range(field: FieldSpec): string {
  const { min, max } = numberBounds(field)!
  return `[${min}, ${max}]`
}

/** What a number may be, both inclusive; `null` where a field takes none. */
export function numberBounds({
  type,
  min,
  max,
  precision,
  scale,
}: FieldSpec): { min: number; max: number } | null {
  if (type !== 'integer' && type !== 'decimal') return null
  const most = type === 'integer' ? LARGEST_INTEGER : greatest(precision, scale)
  return { min: min ?? -most, max: max ?? most }
}

/** The largest number of so many digits, `99999999.99` for decimal(10,2). */
function greatest(precision: number, scale: number): number {
  const digits = '9'.repeat(precision)
  return Number(
    `${digits.slice(0, precision - scale) || '0'}.${digits.slice(precision - scale) || '0'}`
  )
}

function momentCode(field: FieldSpec): RuleCode {
  const { attribute } = field
  if (isNullable(field)) {
    const member = `${attribute}: nullableMomentField()`
    return { base: null, create: member, update: member }
  }
  return {
    base: null,
    create: `${attribute}: momentField()`,
    update: `${attribute}: omissibleMomentField()`,
  }
}

function idsCode({ attribute, required }: FieldSpec): RuleCode {
  return {
    base: `const ${attribute} = () => idsField(${MOST_ITEMS})`,
    create: `${attribute}: ${attribute}()${required ? '.minLength(1)' : '.optional()'}`,
    update: `${attribute}: ${attribute}()${required ? '.minLength(1)' : ''}.optional()`,
  }
}

function linesCode({ attribute, lines, required }: FieldSpec): RuleCode {
  const line = lines.map((field) => `${field.attribute}: ${lineRule(field)}`).join(', ')
  const members = `${attribute}Line`
  const list = (object: string) => `vine.array(vine.object(${object})).maxLength(${MOST_ITEMS})`
  const known = list(`{ id: idField().optional(), ...${members}() }`)
  return {
    base: `const ${members} = () => ({ ${line} })`,
    create: `${attribute}: ${list(`${members}()`)}${required ? '.minLength(1)' : '.optional()'}`,
    update: `${attribute}: ${known}${required ? '.minLength(1)' : ''}.optional()`,
  }
}

function lineRule(field: FieldSpec): string {
  if (field.type === 'datetime')
    return isNullable(field) ? 'nullableMomentField()' : 'momentField()'
  const omissible = isNullable(field) ? '.nullable().optional()' : '.optional()'
  return `${rule(field)}${isGiven(field) ? '' : omissible}`
}

function lineImports(field: FieldSpec): string[] {
  if (field.type === 'datetime') return [isNullable(field) ? 'nullableMomentField' : 'momentField']
  return ruleImports(field)
}
