import type { FieldSpec, ModuleSpec } from '../plan/module_spec.js'
import {
  defaultSortOf,
  filterCode,
  isSortable,
  labelName,
  labelSource,
} from '../rendering/listing_code.js'
import { optionsOf } from '../rendering/options.js'
import { sourceOf } from '../rendering/source.js'
import { formField } from './form_field.js'
import type { PageDescription, PageFilter } from './page_schema.js'

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
      defaultSort: defaultSortOf(spec),
      columns: columnsOf(spec),
      filters: filtersOf(spec),
    },
    form: {
      seen: spec.timestamps ? 'updatedAt' : null,
      unique: spec.uniqueSets.map((set) => set.map(({ attribute }) => attribute)),
      fields: spec.fields.filter(({ form }) => form).map((field) => formField(field, spec)),
    },
  }
}

function columnsOf(spec: ModuleSpec): PageDescription['list']['columns'] {
  const own = spec.fields.filter(({ listed }) => listed).map((field) => columnOf(field, spec))
  const made = { name: 'createdAt', label: 'Created at', type: 'datetime', sortable: true }
  return spec.timestamps ? [...own, made] : own
}

function columnOf(field: FieldSpec, spec: ModuleSpec) {
  const { label, type, attribute } = field
  const name = labelSource(field, spec) ? labelName(field) : attribute
  return { name, label, type, sortable: name === attribute && isSortable(field) }
}

const KINDS: Readonly<Partial<Record<FieldSpec['type'], PageFilter['kind']>>> = {
  string: 'text',
  enum: 'choice',
  boolean: 'yesNo',
  integer: 'number',
  decimal: 'number',
  date: 'dayRange',
  datetime: 'momentRange',
}

function filtersOf(spec: ModuleSpec): PageFilter[] {
  const searchable = spec.fields.some((field) => field.searchable)
  const own = spec.fields
    .filter((field) => field.listed && filterCode(field))
    .map((field) => ({
      name: field.attribute,
      label: field.label,
      kind: KINDS[field.type] ?? ('reference' as const),
      options: optionsOf(field),
      source: sourceOf(field, spec),
    }))
  return [
    ...(searchable ? [plainFilter('keyword', 'Keyword', 'keyword')] : []),
    ...own,
    ...(spec.timestamps ? [plainFilter('createdAt', 'Created at', 'momentRange')] : []),
  ]
}

function plainFilter(name: string, label: string, kind: PageFilter['kind']): PageFilter {
  return { name, label, kind, options: null, source: null }
}
