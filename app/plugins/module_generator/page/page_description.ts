import { t, type Shaped } from '#kernel/http/shape'
import type { FieldSpec, ModuleSpec } from '../plan/module_spec.js'
import { FIELD_TYPES } from '../plan/field_types.js'
import { filterCode, isSortable, labelName, labelSource } from '../rendering/listing_code.js'
import { isNullable } from '../rendering/column_code.js'

const optionsShape = t.nullable(t.array(t.object({ value: t.text(), label: t.text() })))

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
      filters: t.array(
        t.object({
          name: t.text({ description: 'Parameter; a range adds From and To to it' }),
          label: t.text(),
          kind: t.oneOf([
            'keyword',
            'text',
            'choice',
            'yesNo',
            'number',
            'dayRange',
            'momentRange',
            'reference',
          ]),
          options: optionsShape,
        })
      ),
    }),
    form: t.object({
      fields: t.array(
        t.object({
          name: t.text({ description: 'Member of the body' }),
          label: t.text(),
          help: t.nullable(t.text()),
          type: t.oneOf(FIELD_TYPES),
          required: t.boolean(),
          nullable: t.boolean(),
          default: t.json(),
          maxLength: t.nullable(t.integer()),
          min: t.nullable(t.number()),
          max: t.nullable(t.number()),
          scale: t.nullable(t.integer()),
          options: optionsShape,
          source: t.nullable(t.text({ description: 'Where the rows to choose from are listed' })),
        })
      ),
    }),
  },
  { title: 'Page description' }
)

type PageDescription = Shaped<typeof pageDescriptionSchema>
type Filter = PageDescription['list']['filters'][number]

export function pageDescription(spec: ModuleSpec): PageDescription {
  const code = (verb: string) => `${spec.area}:${spec.names.kebab}:${verb}`
  return {
    version: 1,
    name: spec.names.kebab,
    title: spec.titles,
    path: spec.path,
    permissions: {
      list: code('list'),
      show: code('show'),
      create: code('create'),
      update: code('update'),
      delete: code('delete'),
    },
    list: {
      defaultSort: spec.timestamps ? '-createdAt' : '-id',
      columns: spec.fields.filter(({ listed }) => listed).map((field) => columnOf(field, spec)),
      filters: filtersOf(spec),
    },
    form: { fields: spec.fields.filter(({ form }) => form).map((field) => formField(field, spec)) },
  }
}

function columnOf(field: FieldSpec, spec: ModuleSpec) {
  const { label, type, attribute } = field
  const name = labelSource(field, spec) ? labelName(field) : attribute
  return { name, label, type, sortable: name === attribute && isSortable(field) }
}

const KINDS: Readonly<Partial<Record<FieldSpec['type'], Filter['kind']>>> = {
  string: 'text',
  enum: 'choice',
  boolean: 'yesNo',
  integer: 'number',
  decimal: 'number',
  date: 'dayRange',
  datetime: 'momentRange',
}

function filtersOf({ fields }: ModuleSpec): Filter[] {
  const searchable = fields.some((field) => field.searchable)
  const keyword: Filter = { name: 'keyword', label: 'Keyword', kind: 'keyword', options: null }
  const own = fields
    .filter((field) => field.listed && filterCode(field))
    .map((field) => ({
      name: field.attribute,
      label: field.label,
      kind: KINDS[field.type] ?? ('reference' as const),
      options: optionsOf(field),
    }))
  return searchable ? [keyword, ...own] : own
}

function formField(field: FieldSpec, spec: ModuleSpec): PageDescription['form']['fields'][number] {
  const {
    attribute: name,
    label,
    description: help,
    type,
    required,
    length,
    min,
    max,
    scale,
  } = field
  return {
    name,
    label,
    help,
    type,
    required: required && field.default === null,
    nullable: isNullable(field) && !['hasMany', 'manyToMany'].includes(type),
    default: field.default,
    maxLength: ['string', 'text'].includes(type) ? length : null,
    min,
    max,
    scale: type === 'decimal' ? scale : null,
    options: optionsOf(field),
    source: sourceOf(field, spec),
  }
}

function optionsOf({ values }: FieldSpec) {
  if (values.length === 0) return null
  return values.map((value) => ({
    value,
    label: value.charAt(0).toUpperCase() + value.slice(1).replace(/[_-]/g, ' '),
  }))
}

function sourceOf({ type, target }: FieldSpec, { path }: ModuleSpec): string | null {
  switch (type) {
    case 'user':
      return '/app/system/users'
    case 'department':
      return '/app/system/departments'
    case 'tree':
      return path
    case 'belongsTo':
    case 'manyToMany':
      return target?.path ?? null
    default:
      return null
  }
}
