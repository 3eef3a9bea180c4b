import Type, { type Static } from 'typebox'
import { FIELD_TYPES, LONGEST_TEXT, MOST_DIGITS } from './field_types.js'

export const closed = { additionalProperties: false }
export const scalar = Type.Union([Type.String({ maxLength: 2_000 }), Type.Number(), Type.Boolean()])

const common = {
  name: Type.String({
    maxLength: 40,
    pattern: '^[a-z][a-zA-Z0-9]*$',
    description: 'Name of the field in camelCase; a reference `author` becomes `authorId`',
    examples: ['title', 'publishedAt'],
  }),
  type: Type.Unsafe<(typeof FIELD_TYPES)[number]>({
    type: 'string',
    enum: [...FIELD_TYPES],
    description:
      'Kind of value. `tree` refers to a parent of the same module, `belongsTo` and `manyToMany` to another module, `hasMany` holds lines of its own',
  }),
  label: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 60,
      description: 'What a form calls it',
      examples: ['Title'],
    })
  ),
  description: Type.Optional(
    Type.String({ maxLength: 200, description: 'Help for whoever fills it in' })
  ),
  required: Type.Optional(Type.Boolean({ default: false, description: 'Must be given' })),
  unique: Type.Optional(
    Type.Boolean({ default: false, description: 'No two rows have the same value' })
  ),
  default: Type.Optional(scalar),
  searchable: Type.Optional(
    Type.Boolean({
      default: false,
      description: 'Found by the `keyword` of the list; strings and texts',
    })
  ),
  listed: Type.Optional(
    Type.Boolean({ description: 'A column of the list; texts, JSON and lines are not unless said' })
  ),
  form: Type.Optional(Type.Boolean({ default: true, description: 'A field of the form' })),
  length: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: LONGEST_TEXT,
      description: 'Most characters of a string (255) or a text (20000)',
    })
  ),
  min: Type.Optional(Type.Number({ description: 'Smallest number' })),
  max: Type.Optional(Type.Number({ description: 'Greatest number' })),
  precision: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: MOST_DIGITS,
      default: 10,
      description: 'Digits of a decimal altogether',
    })
  ),
  scale: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 10,
      default: 2,
      description: 'Digits of a decimal after the point',
    })
  ),
  values: Type.Optional(
    Type.Array(Type.String({ pattern: '^[a-z0-9][a-z0-9_-]*$', maxLength: 32 }), {
      minItems: 1,
      maxItems: 50,
      description: 'The values of an enum',
      examples: [['draft', 'live']],
    })
  ),
  target: Type.Optional(
    Type.String({
      maxLength: 60,
      pattern: '^[a-z][a-z0-9]*(-[a-z0-9]+)*$',
      description: 'Name of the module that is referred to; it must exist',
      examples: ['author'],
    })
  ),
  column: Type.Optional(
    Type.String({
      maxLength: 60,
      pattern: '^[A-Za-z_][A-Za-z0-9_]*$',
      description: 'Name of the column where it is not the field’s in snake_case',
    })
  ),
}

export const lineFieldSchema = Type.Object(common, { ...closed, description: 'A field of a line' })

export const fieldSchema = Type.Object(
  {
    ...common,
    fields: Type.Optional(
      Type.Array(lineFieldSchema, {
        minItems: 1,
        maxItems: 20,
        description: 'The fields of a hasMany’s lines',
      })
    ),
  },
  { ...closed, description: 'A field of the module' }
)

export type FieldPlan = Static<typeof fieldSchema>
export type LineFieldPlan = Static<typeof lineFieldSchema>
