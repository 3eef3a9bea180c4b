import { t, type Shaped } from '#kernel/contracts/main'
import { closed, fieldSchema, scalar } from './field_schema.js'
import { LARGEST_INTEGER, MOST_FIELDS } from './field_types.js'

/** Raised with every change that an older generator would not understand. */
export const PLAN_VERSION = 1

const menuSchema = t.object(
  {
    title: t.optional(t.text({ minLength: 1, maxLength: 60 })),
    icon: t.optional(t.text({ maxLength: 40, pattern: '^[a-z0-9-]+$' })),
    sort: t.optional(t.integer({ minimum: 0, maximum: LARGEST_INTEGER })),
    directory: t.optional(
      t.text({
        minLength: 1,
        maxLength: 60,
        description: 'Title of a directory of its own to stand in',
      })
    ),
  },
  { ...closed, description: 'Where the module stands in the menu' }
)

/** What a module is to be; all that is ever rendered comes from it. */
export const planSchema = t.object(
  {
    version: t.optional(
      t.integer({
        minimum: PLAN_VERSION,
        maximum: PLAN_VERSION,
        default: PLAN_VERSION,
        description: 'Version of this schema',
      })
    ),
    name: t.text({
      maxLength: 40,
      pattern: '^[a-z][a-z0-9]*(-[a-z0-9]+)*$',
      description: 'Singular, in kebab-case',
      examples: ['library-book'],
    }),
    title: t.optional(
      t.text({
        minLength: 1,
        maxLength: 60,
        description: 'What people call one',
        examples: ['Library book'],
      })
    ),
    description: t.optional(t.text({ maxLength: 200 })),
    path: t.optional(
      t.text({
        maxLength: 100,
        pattern: '^/app/[a-z0-9]+(-[a-z0-9]+)*(/[a-z0-9]+(-[a-z0-9]+)*){0,3}$',
        description: 'Where it answers; /app/ and the plural of the name unless said',
        examples: ['/app/library-books'],
      })
    ),
    fields: t.array(fieldSchema, { minItems: 1, maxItems: MOST_FIELDS }),
    ownership: t.optional(
      t.oneOf(['scoped', 'shared'], {
        default: 'scoped',
        description:
          '`scoped`: rows have an owner and a department and obey data scopes; `shared`: the same for everybody',
      })
    ),
    softDelete: t.optional(
      t.boolean({
        default: false,
        description: 'Deleted rows are kept out of sight, and go on occupying unique values',
      })
    ),
    unique: t.optional(
      t.array(t.array(t.text({ maxLength: 41 }), { minItems: 2, maxItems: 5 }), {
        maxItems: 10,
        description: 'Sets of fields whose values together are unique',
        examples: [[['title', 'author']]],
      })
    ),
    menu: t.optional(menuSchema),
    permissions: t.optional(
      t.object(
        {
          area: t.optional(
            t.text({
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
    samples: t.optional(
      t.array(t.map(scalar), {
        maxItems: 50,
        description: 'Rows to begin with, by field; numbers, texts and yes or no only',
      })
    ),
    table: t.optional(
      t.object(
        {
          name: t.text({ maxLength: 60, pattern: '^[A-Za-z_][A-Za-z0-9_]*$' }),
          existing: t.optional(
            t.boolean({
              default: false,
              description: 'The table was there before; it is neither made nor dropped',
            })
          ),
          timestamps: t.optional(
            t.boolean({ default: true, description: 'Has created_at and updated_at' })
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

export type ModulePlan = Shaped<typeof planSchema>
