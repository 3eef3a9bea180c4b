export const FIELD_TYPES = [
  'string',
  'text',
  'integer',
  'decimal',
  'boolean',
  'date',
  'datetime',
  'enum',
  'json',
  'file',
  'user',
  'department',
  'belongsTo',
  'hasMany',
  'manyToMany',
  'tree',
] as const

export type FieldType = (typeof FIELD_TYPES)[number]

/** The types whose column holds the id of another row. */
export const REFERENCES: readonly FieldType[] = ['file', 'user', 'department', 'belongsTo', 'tree']

/** The types that have no column of their own. */
export const COLLECTIONS: readonly FieldType[] = ['hasMany', 'manyToMany']

/** The options that a type takes beside those that every type takes. */
export const TYPE_OPTIONS: Readonly<Record<FieldType, readonly string[]>> = {
  string: ['length', 'unique', 'default', 'searchable'],
  text: ['length', 'searchable'],
  integer: ['min', 'max', 'unique', 'default'],
  decimal: ['min', 'max', 'precision', 'scale', 'default'],
  boolean: ['default'],
  date: ['unique', 'default'],
  datetime: [],
  enum: ['values', 'dictionary', 'default'],
  json: [],
  file: [],
  user: [],
  department: [],
  belongsTo: ['target'],
  hasMany: ['fields'],
  manyToMany: ['target'],
  tree: [],
}

/** What a line of a `hasMany` may consist of. */
export const LINE_TYPES: readonly FieldType[] = [
  'string',
  'text',
  'integer',
  'decimal',
  'boolean',
  'date',
  'datetime',
  'enum',
]

export const MOST_FIELDS = 100
export const LONGEST_STRING = 2_000
/** The longest value of a dictionary. */
export const LONGEST_VALUE = 64
export const LONGEST_UNIQUE = 191
export const LONGEST_TEXT = 65_000
export const LARGEST_INTEGER = 2_147_483_647
/** Digits that a number in JSON carries without loss. */
export const MOST_DIGITS = 15
