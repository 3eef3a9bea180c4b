import Type, { type Static } from 'typebox'
import {
  FIELD_TYPES,
  LARGEST_INTEGER,
  LONGEST_TEXT,
  MOST_DIGITS,
  MOST_FIELDS,
} from './field_types.js'

/** Raised with every change that an older generator would not understand. */
export const PLAN_VERSION = 1

const closed = { additionalProperties: false }
const scalar = Type.Union([Type.String({ maxLength: 2_000 }), Type.Number(), Type.Boolean()])

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

const menuSchema = Type.Object(
  {
    title: Type.Optional(Type.String({ minLength: 1, maxLength: 60 })),
    icon: Type.Optional(Type.String({ maxLength: 40, pattern: '^[a-z0-9-]+$' })),
    sort: Type.Optional(Type.Integer({ minimum: 0, maximum: LARGEST_INTEGER })),
    directory: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 60,
        description: 'Title of a directory of its own to stand in',
      })
    ),
  },
  { ...closed, description: 'Where the module stands in the menu' }
)

/** What a module is to be; all that is ever rendered comes from it. */
export const planSchema = Type.Object(
  {
    version: Type.Optional(
      Type.Integer({
        minimum: PLAN_VERSION,
        maximum: PLAN_VERSION,
        default: PLAN_VERSION,
        description: 'Version of this schema',
      })
    ),
    name: Type.String({
      maxLength: 40,
      pattern: '^[a-z][a-z0-9]*(-[a-z0-9]+)*$',
      description: 'Singular, in kebab-case',
      examples: ['library-book'],
    }),
    title: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 60,
        description: 'What people call one',
        examples: ['Library book'],
      })
    ),
    description: Type.Optional(Type.String({ maxLength: 200 })),
    path: Type.Optional(
      Type.String({
        maxLength: 100,
        pattern: '^/app/[a-z0-9]+(-[a-z0-9]+)*(/[a-z0-9]+(-[a-z0-9]+)*){0,3}$',
        description: 'Where it answers; /app/ and the plural of the name unless said',
        examples: ['/app/library-books'],
      })
    ),
    fields: Type.Array(fieldSchema, { minItems: 1, maxItems: MOST_FIELDS }),
    ownership: Type.Optional(
      Type.Unsafe<'scoped' | 'shared'>({
        type: 'string',
        enum: ['scoped', 'shared'],
        default: 'scoped',
        description:
          '`scoped`: rows have an owner and a department and obey data scopes; `shared`: the same for everybody',
      })
    ),
    softDelete: Type.Optional(
      Type.Boolean({
        default: false,
        description: 'Deleted rows are kept out of sight, and go on occupying unique values',
      })
    ),
    unique: Type.Optional(
      Type.Array(Type.Array(Type.String({ maxLength: 41 }), { minItems: 2, maxItems: 5 }), {
        maxItems: 10,
        description: 'Sets of fields whose values together are unique',
        examples: [[['title', 'author']]],
      })
    ),
    menu: Type.Optional(menuSchema),
    permissions: Type.Optional(
      Type.Object(
        {
          area: Type.Optional(
            Type.String({
              maxLength: 30,
              pattern: '^[a-z][a-z0-9-]*$',
              default: 'app',
              description: 'First part of the permission codes',
            })
          ),
        },
        closed
      )
    ),
    samples: Type.Optional(
      Type.Array(Type.Record(Type.String(), scalar), {
        maxItems: 50,
        description: 'Rows to begin with, by field; numbers, texts and yes or no only',
      })
    ),
    table: Type.Optional(
      Type.Object(
        {
          name: Type.String({ maxLength: 60, pattern: '^[A-Za-z_][A-Za-z0-9_]*$' }),
          existing: Type.Optional(
            Type.Boolean({
              default: false,
              description: 'The table was there before; it is neither made nor dropped',
            })
          ),
          timestamps: Type.Optional(
            Type.Boolean({ default: true, description: 'Has created_at and updated_at' })
          ),
        },
        { ...closed, description: 'The table, where it is not the plural of the name' }
      )
    ),
  },
  {
    ...closed,
    title: 'Module plan',
    description:
      'What a module is to be, independent of any code. Everything is rendered from it by templates.',
    examples: [
      {
        version: 1,
        name: 'library-book',
        fields: [
          { name: 'title', type: 'string', required: true, searchable: true },
          { name: 'status', type: 'enum', values: ['draft', 'live'], default: 'draft' },
        ],
      },
    ],
  }
)

export type ModulePlan = Static<typeof planSchema>
export type FieldPlan = Static<typeof fieldSchema>
export type LineFieldPlan = Static<typeof lineFieldSchema>
