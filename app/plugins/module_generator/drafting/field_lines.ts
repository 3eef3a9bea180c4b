import type { FieldFault } from '#kernel/errors/main'
import { type Said, say } from '#kernel/languages/main'
import { E_FIELD_LINES } from '../errors.js'
import { FIELD_TYPES, type FieldType } from '../plan/field_types.js'
import { camelOf, kebabOf } from '../plan/names.js'
import type { FieldPlan, LineFieldPlan } from '../plan/field_schema.js'
import { fault } from '../plan/plan_shape_check.js'
import { parted, splitOutside } from './split_outside.js'

const ALIASES: Readonly<Record<string, FieldType>> = {
  str: 'string',
  varchar: 'string',
  int: 'integer',
  number: 'integer',
  float: 'decimal',
  money: 'decimal',
  bool: 'boolean',
  timestamp: 'datetime',
  longtext: 'text',
  select: 'enum',
  dictionary: 'enum',
  object: 'json',
  reference: 'belongsTo',
}

const SPECIAL = ['user', 'department', 'file'] as const

/**
 * Reads fields from one line: `title:string:required:search price:decimal(10,2) status:enum(draft,live)
 * kind:dictionary(kinds)
 * author:belongsTo(user) chapters:hasMany(title:string, pages:integer)`.
 *
 * @throws E_FIELD_LINES naming every part that cannot be read, and the remedy
 */
export function parseFieldLines(text: string): FieldPlan[] {
  const parts = splitOutside(text, /[\s;]/)
  const faults: FieldFault[] = []
  const fields = parts.flatMap((part) => readField(part, faults))
  if (parts.length === 0)
    faults.push(fault('fields', 'required', 'Name a field, as in title:string:required'))
  if (faults.length > 0) throw new E_FIELD_LINES(undefined, { errors: faults.slice(0, 20) })
  return fields
}

function readField(part: string, faults: FieldFault[]): FieldPlan[] {
  const [rawName = '', rawType = 'string', ...modifiers] = splitOutside(part, /:/)
  const name = camelOf(rawName)
  const { word, args } = parted(rawType)
  const type = typeNamed(word)
  const complain = (rule: string, message: Said) =>
    void faults.push(fault('fields', rule, say`"${part.slice(0, 60)}" ${message}`))

  if (!/^[a-z][a-zA-Z0-9]*$/.test(name))
    return (
      complain('name', 'does not begin with a name of letters and digits, as in title:string'),
      []
    )
  if (!type)
    return (
      complain(
        'type',
        `has no type "${word.slice(0, 30)}"; take one of: ${FIELD_TYPES.join(', ')}`
      ),
      []
    )

  const field: FieldPlan = { name, type }
  if (word.toLowerCase() === 'dictionary') assignDictionary(field, args, complain)
  else applyArguments(field, args, complain, faults)
  for (const modifier of modifiers) applyModifier(field, modifier, complain)
  return [field]
}

function typeNamed(word: string): FieldType | undefined {
  const known = FIELD_TYPES.find((type) => type.toLowerCase() === word.toLowerCase())
  return known ?? ALIASES[word.toLowerCase()]
}

type Complain = (rule: string, message: Said) => void

function applyArguments(
  field: FieldPlan,
  args: string[],
  complain: Complain,
  faults: FieldFault[]
) {
  if (args.length === 0) return
  const [first = '', second] = args
  switch (field.type) {
    case 'string':
    case 'text':
      return assignNumber(field, 'length', first, complain)
    case 'decimal':
      assignNumber(field, 'precision', first, complain)
      return second === undefined || assignNumber(field, 'scale', second, complain)
    case 'enum':
      field.values = args
      return
    case 'belongsTo':
      return assignTarget(field, first)
    case 'manyToMany':
      field.target = kebabOf(first)
      return
    case 'hasMany':
      field.fields = args.flatMap((line) => readField(line, faults)) as LineFieldPlan[]
      return
    default:
      return complain(
        'type',
        `gives its type arguments, which ${field.type} does not take; remove them`
      )
  }
}

function assignDictionary(field: FieldPlan, [code]: string[], complain: Complain): void {
  if (code) field.dictionary = code
  else complain('type', 'names no dictionary; say which, as in status:dictionary(order_status)')
}

/** A reference to a user, a department or a file is a type of its own. */
function assignTarget(field: FieldPlan, target: string): void {
  const name = kebabOf(target)
  const special = SPECIAL.find((one) => one === name)
  if (special) field.type = special
  else field.target = name
}

function applyModifier(field: FieldPlan, modifier: string, complain: Complain): void {
  const { word, args } = parted(modifier)
  const [value = ''] = args
  switch (word.toLowerCase()) {
    case 'required':
    case 'unique':
      field[word.toLowerCase() as 'required' | 'unique'] = true
      return
    case 'optional':
    case 'nullable':
      field.required = false
      return
    case 'search':
    case 'searchable':
      field.searchable = true
      return
    case 'list':
    case 'listed':
      field.listed = true
      return
    case 'unlisted':
      field.listed = false
      return
    case 'noform':
      field.form = false
      return
    case 'label':
      field.label = unquoted(args.join(', '))
      return
    case 'default':
      field.default = defaultOf(field.type, unquoted(args.join(',')))
      return
    case 'min':
    case 'max':
    case 'length':
      return assignNumber(field, word.toLowerCase() as 'min' | 'max' | 'length', value, complain)
    default:
      return complain(
        'modifier',
        `has no modifier "${word.slice(0, 30)}"; take one of: required, unique, search, listed, unlisted, noform, label(…), default(…), min(…), max(…), length(…)`
      )
  }
}

function assignNumber(
  field: FieldPlan,
  member: 'length' | 'precision' | 'scale' | 'min' | 'max',
  text: string,
  complain: Complain
): void {
  if (!/^-?\d{1,12}(\.\d{1,6})?$/.test(text))
    return complain('number', `needs a number for its ${member}, as in string(80)`)
  field[member] = Number(text)
}

function defaultOf(type: FieldType, text: string): string | number | boolean {
  if (type === 'boolean') return text === 'true' ? true : text === 'false' ? false : text
  const numeric = type === 'integer' || type === 'decimal'
  return numeric && text !== '' && Number.isFinite(Number(text)) ? Number(text) : text
}

function unquoted(text: string): string {
  return text.replace(/^(["'])(.*)\1$/, '$2')
}
