import { t, type Shaped } from '#kernel/contracts/main'
import { FIELD_TYPES, LONGEST_TEXT, MOST_DIGITS } from './field_types.js'

export const closed = { additionalProperties: false }
export const scalar = t.anyOf(t.text({ maxLength: 2_000 }), t.number(), t.boolean())

const common = {
  name: t.text({
    maxLength: 40,
    pattern: '^[a-z][a-zA-Z0-9]*$',
    description: 'Name of the field in camelCase; a reference `author` becomes `authorId`',
    examples: ['title', 'publishedAt'],
  }),
  type: t.oneOf(FIELD_TYPES, {
    description:
      'Kind of value. `tree` refers to a parent of the same module, `belongsTo` and `manyToMany` to another module, `hasMany` holds lines of its own',
  }),
  label: t.optional(
    t.text({
      minLength: 1,
      maxLength: 60,
      description: 'What a form calls it',
      examples: ['Title'],
    })
  ),
  description: t.optional(t.text({ maxLength: 200, description: 'Help for whoever fills it in' })),
  required: t.optional(t.boolean({ default: false, description: 'Must be given' })),
  unique: t.optional(t.boolean({ default: false, description: 'No two rows have the same value' })),
  default: t.optional(scalar),
  searchable: t.optional(
    t.boolean({
      default: false,
      description: 'Found by the `keyword` of the list; strings and texts',
    })
  ),
  listed: t.optional(
    t.boolean({ description: 'A column of the list; texts, JSON and lines are not unless said' })
  ),
  form: t.optional(t.boolean({ default: true, description: 'A field of the form' })),
  length: t.optional(
    t.integer({
      minimum: 1,
      maximum: LONGEST_TEXT,
      description: 'Most characters of a string (255) or a text (20000)',
    })
  ),
  min: t.optional(t.number({ description: 'Smallest number' })),
  max: t.optional(t.number({ description: 'Greatest number' })),
  precision: t.optional(
    t.integer({
      minimum: 1,
      maximum: MOST_DIGITS,
      default: 10,
      description: 'Digits of a decimal altogether',
    })
  ),
  scale: t.optional(
    t.integer({
      minimum: 0,
      maximum: 10,
      default: 2,
      description: 'Digits of a decimal after the point',
    })
  ),
  values: t.optional(
    t.array(t.text({ pattern: '^[a-z0-9][a-z0-9_-]*$', maxLength: 32 }), {
      minItems: 1,
      maxItems: 50,
      description: 'The values of an enum',
      examples: [['draft', 'live']],
    })
  ),
  dictionary: t.optional(
    t.text({
      maxLength: 64,
      pattern: '^[a-z][a-z0-9_]*$',
      description:
        'Code of the dictionary that has the values of an enum, instead of `values`: administrators change them while the service runs',
      examples: ['order_status'],
    })
  ),
  target: t.optional(
    t.text({
      maxLength: 60,
      pattern: '^[a-z][a-z0-9]*(-[a-z0-9]+)*$',
      description: 'Name of the module that is referred to; it must exist',
      examples: ['author'],
    })
  ),
  column: t.optional(
    t.text({
      maxLength: 60,
      pattern: '^[A-Za-z_][A-Za-z0-9_]*$',
      description: 'Name of the column where it is not the field’s in snake_case',
    })
  ),
}

export const lineFieldSchema = t.object(common, { ...closed, description: 'A field of a line' })

export const fieldSchema = t.object(
  {
    ...common,
    fields: t.optional(
      t.array(lineFieldSchema, {
        minItems: 1,
        maxItems: 20,
        description: 'The fields of a hasMany’s lines',
      })
    ),
  },
  { ...closed, description: 'A field of the module' }
)

export type FieldPlan = Shaped<typeof fieldSchema>
export type LineFieldPlan = Shaped<typeof lineFieldSchema>
