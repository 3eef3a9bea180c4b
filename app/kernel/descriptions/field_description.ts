import { t } from '#kernel/shapes/main'

const VALUE_TYPES = [
  'text',
  'longText',
  'integer',
  'decimal',
  'boolean',
  'date',
  'instant',
  'choice',
  'reference',
  'json',
  'file',
] as const
const FILTERS = ['equals', 'contains', 'range'] as const

const count = (description: string) => t.optional(t.integer({ minimum: 0, description }))
const flag = (description: string) => t.optional(t.boolean({ description }))

const choice = t.object({ value: t.text(), label: t.text({ minLength: 1 }) })

const reference = t.object({
  resource: t.text({
    pattern: '^/',
    description: 'Path of the list that finds its rows by keyword',
  }),
  label: t.text({ minLength: 1, description: 'Member of a row there that stands for it' }),
  query: t.optional(t.text({ description: 'Parameters that this list needs with each request' })),
})

const common = {
  name: t.text({ minLength: 1, description: 'Member of a row, and of a body' }),
  label: t.text({ minLength: 1 }),
  required: flag('Must be given when a row is created'),
  nullable: flag('Takes null for no value'),
  minLength: count('Fewest characters'),
  maxLength: count('Most characters'),
  min: t.optional(t.number({ description: 'Smallest number' })),
  max: t.optional(t.number({ description: 'Greatest number' })),
  scale: count('Most digits after the point'),
  choices: t.optional(t.array(choice, { minItems: 1, description: 'The values of a choice' })),
  dictionary: t.optional(
    t.text({
      minLength: 1,
      examples: ['order_status'],
      description:
        'Code of the dictionary that has the values of a choice: `GET /app/dictionaries`',
    })
  ),
  reference: t.optional(reference),
  several: flag('A reference to several rows: the value is a list of ids'),
  shows: t.optional(
    t.text({
      minLength: 1,
      examples: ['authorName'],
      description:
        'Member of a row that has the text of a reference; of several, a list of rows with `id` and the label',
    })
  ),
  list: flag('A column of the list; left out: yes, but not longText, json and lines'),
  form: flag('In the form; left out: yes, but not what is read-only'),
  readOnly: flag('Is answered, and never sent'),
  filter: t.optional(
    t.oneOf(FILTERS, {
      description:
        'The list takes `<name>`; of a range, `<name>From` and `<name>To`, both inclusive',
    })
  ),
}

const lineField = t.object({ ...common, type: t.oneOf(VALUE_TYPES) }, { title: 'PageLineField' })

export const fieldDescription = t.object(
  {
    ...common,
    type: t.oneOf([...VALUE_TYPES, 'lines'], {
      description: 'A reference and a file are ids; a date is a day, an instant a moment in UTC',
    }),
    fields: t.optional(
      t.array(lineField, {
        minItems: 1,
        description: 'What a line consists of. One that stays is sent with its `id`',
      })
    ),
  },
  { title: 'PageField' }
)
