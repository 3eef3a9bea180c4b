import { DateTime } from 'luxon'
import type { FieldFault } from '#kernel/errors/main'
import { type Said, say } from '#kernel/languages/main'
import {
  LARGEST_INTEGER,
  LINE_TYPES,
  LONGEST_STRING,
  LONGEST_UNIQUE,
  LONGEST_VALUE,
  TYPE_OPTIONS,
} from './field_types.js'
import { snakeOf } from './names.js'
import type { FieldPlan, LineFieldPlan } from './field_schema.js'
import { fault } from './plan_shape_check.js'
import { reservedField } from './reserved_words.js'
import { attributeOf, type Targets } from './resolve_plan.js'

type AnyField = FieldPlan | LineFieldPlan
type Complaint = [member: string, rule: string, message: Said]

const TYPED = [
  'length',
  'min',
  'max',
  'precision',
  'scale',
  'values',
  'dictionary',
  'target',
  'fields',
  'unique',
  'default',
  'searchable',
]

/** The query builder takes a question mark in a default for a value's place; PostgreSQL keeps no NUL. */
export const UNSAFE_DEFAULT = /[?\p{Cc}]/u

/** What is wrong with a field whose shape is right. Every message names the field and the remedy. */
export function fieldFaults(field: AnyField, place: string, targets: Targets): FieldFault[] {
  const complaints = [
    ...nameComplaints(field),
    ...optionComplaints(field),
    ...boundComplaints(field),
    ...targetComplaints(field, targets),
    ...defaultComplaints(field),
    ...formComplaints(field),
  ]
  const own = complaints.map(([member, rule, message]) =>
    fault(`${place}.${member}`, rule, say`Field "${field.name}" ${message}`)
  )
  return [...own, ...lineFaults(field, place, targets)]
}

function nameComplaints(field: AnyField): Complaint[] {
  const attribute = attributeOf(field)
  const reason = attribute === field.name ? reservedField(field.name) : reservedField(attribute)
  if (!reason) return []
  return [
    [
      'name',
      'reserved',
      say`has a name that is ${reason}; choose another, such as "${field.name}Value"`,
    ],
  ]
}

function optionComplaints(field: AnyField): Complaint[] {
  const taken = TYPE_OPTIONS[field.type]
  return TYPED.filter((option) => {
    const value = (field as Record<string, unknown>)[option]
    return value !== undefined && value !== false && !taken.includes(option)
  }).map((option) => [
    option,
    'option',
    say`is of type ${field.type}, which takes no "${option}"; remove it${taken.length ? say` (it takes: ${taken.join(', ')})` : ''}`,
  ])
}

function boundComplaints(field: AnyField): Complaint[] {
  const { type, length = 1, min, max, precision = 10, scale = 2, unique } = field
  const complaints: Complaint[] = []
  if (type === 'string' && length > LONGEST_STRING)
    complaints.push(['length', 'max', say`is longer than ${LONGEST_STRING}; make it a text`])
  if (type === 'string' && unique && length > LONGEST_UNIQUE)
    complaints.push([
      'length',
      'max',
      say`is unique, so it has at most ${LONGEST_UNIQUE} characters`,
    ])
  if (min !== undefined && max !== undefined && min > max)
    complaints.push(['min', 'range', say`has a "min" above its "max"; exchange them`])
  if (type === 'integer' && [min, max].some((bound) => bound !== undefined && !fitsInteger(bound)))
    complaints.push(['min', 'range', say`takes whole bounds of at most ${LARGEST_INTEGER}`])
  if (type === 'decimal' && scale > precision)
    complaints.push([
      'scale',
      'range',
      say`has more digits after the point than altogether; raise "precision"`,
    ])
  if (type === 'enum' && !field.values?.length && !field.dictionary)
    complaints.push([
      'values',
      'required',
      say`is an enum without values; add "values", as in ["draft","live"], or name a "dictionary"`,
    ])
  if (field.values?.length && field.dictionary)
    complaints.push([
      'dictionary',
      'exclusive',
      say`has "values" and a "dictionary"; remove one of them`,
    ])
  if (new Set(field.values).size !== (field.values?.length ?? 0))
    complaints.push(['values', 'distinct', say`names a value twice; remove one`])
  return complaints
}

function targetComplaints(field: AnyField, targets: Targets): Complaint[] {
  const { type, target } = field
  if (type === 'hasMany' && !('fields' in field && field.fields))
    return [
      [
        'fields',
        'required',
        say`is a hasMany without "fields"; say what a line consists of, or declare a belongsTo in the other module`,
      ],
    ]
  if (type !== 'belongsTo' && type !== 'manyToMany') return []
  if (!target)
    return [
      ['target', 'required', say`is a ${type} without "target"; name the module it refers to`],
    ]
  if (targets.has(target)) return []
  const known = [...targets.keys()].join(', ') || say`none so far`
  return [
    [
      'target',
      'exists',
      say`refers to a module "${target}" that is not there; make it first (there are: ${known})`,
    ],
  ]
}

function defaultComplaints(field: AnyField): Complaint[] {
  const { default: value } = field
  if (typeof value === 'string' && UNSAFE_DEFAULT.test(value))
    return [
      [
        'default',
        'characters',
        say`has a default with a question mark or a control character, which does not reach every database as it is; leave these out`,
      ],
    ]
  if (value === undefined || fitsDefault(field, value)) return []
  return [['default', 'type', say`has a default that is no valid ${field.type}; mend or remove it`]]
}

function formComplaints({ form, required, default: usual }: AnyField): Complaint[] {
  if (form !== false || !required || usual !== undefined) return []
  return [
    [
      'form',
      'required',
      say`must be given and stands in no form; give it a default, or leave "form" out`,
    ],
  ]
}

function fitsDefault(
  { type, values, dictionary, length, min, max, scale = 2 }: AnyField,
  value: unknown
): boolean {
  if (type === 'boolean') return typeof value === 'boolean'
  if (dictionary) return typeof value === 'string' && value.length <= LONGEST_VALUE
  if (type === 'enum') return typeof value === 'string' && (values ?? []).includes(value)
  if (type === 'date') return typeof value === 'string' && isDay(value)
  if (type === 'string') return typeof value === 'string' && value.length <= (length ?? 255)
  if (typeof value !== 'number') return false
  if (value < (min ?? -LARGEST_INTEGER) || value > (max ?? LARGEST_INTEGER)) return false
  return type === 'integer' ? Number.isInteger(value) : Number(value.toFixed(scale)) === value
}

function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && DateTime.fromISO(text).isValid
}

function fitsInteger(bound: number): boolean {
  return Number.isInteger(bound) && Math.abs(bound) <= LARGEST_INTEGER
}

function lineFaults(field: AnyField, place: string, targets: Targets): FieldFault[] {
  if (!('fields' in field) || field.type !== 'hasMany') return []
  const lines = field.fields ?? []
  return lines.flatMap((line, index) => {
    const at = `${place}.fields.${index}`
    const twice = lines.findIndex(({ name }) => snakeOf(name) === snakeOf(line.name)) !== index
    return [
      ...(twice
        ? [fault(`${at}.name`, 'distinct', say`Line field "${line.name}" stands twice; rename one`)]
        : []),
      ...(LINE_TYPES.includes(line.type)
        ? fieldFaults(line, at, targets)
        : [
            fault(
              `${at}.type`,
              'type',
              say`Line field "${line.name}" cannot be a ${line.type}; a line takes: ${LINE_TYPES.join(', ')}`
            ),
          ]),
    ]
  })
}
