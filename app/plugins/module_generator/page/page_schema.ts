import { t, type Shaped } from '#kernel/contracts/main'
import { FIELD_TYPES } from '../plan/field_types.js'

const options = t.nullable(t.array(t.object({ value: t.text(), label: t.text() })))

const source = t.nullable(
  t.object(
    {
      path: t.text({ description: 'Where the rows to choose from are listed, page by page' }),
      query: t.nullable(
        t.text({ description: 'Parameters that this list needs with each request' })
      ),
      label: t.nullable(t.text({ description: 'Member of a row that stands for it' })),
      upload: t.boolean({
        description: 'Whether a row is made by posting a file as multipart, in the part "file"',
      }),
    },
    { title: 'Rows to choose from' }
  )
)

const value = {
  name: t.text({ description: 'Member of the body' }),
  label: t.text(),
  help: t.nullable(t.text()),
  type: t.oneOf(FIELD_TYPES),
  required: t.boolean({ description: 'Must be given when a row is made' }),
  nullable: t.boolean({ description: 'Takes null for no value' }),
  unique: t.boolean({ description: 'A value that another row has answers 409' }),
  default: t.json({ description: 'What a row gets when nothing is given; null for none' }),
  minLength: t.nullable(t.integer()),
  maxLength: t.nullable(t.integer({ description: 'In characters; of JSON, as text' })),
  min: t.nullable(t.number()),
  max: t.nullable(t.number()),
  scale: t.nullable(t.integer({ description: 'Most digits after the point' })),
  options,
}

const lineField = t.object(value, { title: 'Field of a line' })

const formField = t.object(
  {
    ...value,
    source,
    minItems: t.nullable(t.integer({ description: 'Fewest lines or rows referred to' })),
    maxItems: t.nullable(t.integer({ description: 'Most lines or rows referred to' })),
    lines: t.nullable(t.array(lineField, { description: 'What a line of a hasMany consists of' })),
  },
  { title: 'Field of a form' }
)

const filter = t.object({
  name: t.text({ description: 'Parameter of the list' }),
  label: t.text(),
  kind: t.oneOf(
    ['keyword', 'text', 'choice', 'yesNo', 'number', 'dayRange', 'momentRange', 'reference'],
    {
      description:
        'A dayRange and a momentRange are given as nameFrom and nameTo, a number as name or as these, all inclusive',
    }
  ),
  options,
  source,
})

/** A screen for a module, described so that a console can show it at once. */
export const pageDescriptionSchema = t.object(
  {
    version: t.integer({ minimum: 1, maximum: 1 }),
    name: t.text(),
    title: t.text(),
    path: t.text({ description: 'Where the module answers' }),
    permissions: t.object({
      list: t.text(),
      show: t.text(),
      create: t.text(),
      update: t.text(),
      delete: t.text(),
    }),
    list: t.object({
      defaultSort: t.text(),
      columns: t.array(
        t.object({ name: t.text(), label: t.text(), type: t.text(), sortable: t.boolean() })
      ),
      filters: t.array(filter),
    }),
    form: t.object({
      seen: t.nullable(
        t.text({
          description:
            'Member of a row to send along with its changes; when somebody changed it meanwhile they answer 409',
        })
      ),
      unique: t.array(t.array(t.text()), {
        description: 'Fields whose values together another row may not have',
      }),
      fields: t.array(formField),
    }),
  },
  { title: 'Page description' }
)

export type PageDescription = Shaped<typeof pageDescriptionSchema>
export type PageFilter = PageDescription['list']['filters'][number]
export type PageFormField = PageDescription['form']['fields'][number]
export type PageLineField = Shaped<typeof lineField>
export type PageSource = PageFormField['source']
