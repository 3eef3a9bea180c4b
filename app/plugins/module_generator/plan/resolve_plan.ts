import { COLLECTIONS, LONGEST_VALUE, REFERENCES, type FieldType } from './field_types.js'
import type { FieldSpec, ModuleSpec, Target } from './module_spec.js'
import { capital, labelOf, namesOf, snakeOf } from './names.js'
import type { FieldPlan, LineFieldPlan } from './field_schema.js'
import type { ModulePlan } from './plan_schema.js'

export type Targets = ReadonlyMap<string, Target>

const SHORT_TEXT = 255
const LONG_TEXT = 20_000
const UNLISTED = ['text', 'json', 'hasMany', 'manyToMany']

/** A plan that was checked, with every default filled in. */
export function resolvePlan(plan: ModulePlan, targets: Targets): ModuleSpec {
  const names = namesOf(plan.name)
  const fields = plan.fields.map((field) => resolveField(field, targets))
  const title = plan.title ?? capital(names.words)
  const titles = plan.menu?.title ?? (plan.title ? plural(plan.title) : capital(names.pluralWords))
  return {
    plan,
    names,
    title,
    titles,
    description: plan.description ?? titles,
    path: plan.path ?? `/app/${names.pluralKebab}`,
    table: plan.table?.name ?? names.pluralSnake,
    existing: plan.table?.existing ?? false,
    timestamps: plan.table?.timestamps ?? true,
    scoped: plan.ownership !== 'shared',
    softDelete: plan.softDelete ?? false,
    fields,
    labelField: labelFieldOf(fields),
    uniqueSets: (plan.unique ?? []).map((set) => set.map((name) => named(fields, name))),
    area: plan.permissions?.area ?? 'app',
    menu: {
      title: titles,
      icon: plan.menu?.icon ?? 'table',
      sort: plan.menu?.sort ?? 500,
      directory: plan.menu?.directory ?? null,
    },
    samples: plan.samples ?? [],
  }
}

/** `author` → `authorId`, `tags` → `tagIds`; other fields keep their name. */
export function attributeOf({ name, type }: Pick<FieldPlan, 'name' | 'type'>): string {
  if (type === 'manyToMany') return `${name.replace(/s$/, '')}Ids`
  return REFERENCES.includes(type) && !name.endsWith('Id') ? `${name}Id` : name
}

function resolveField(field: FieldPlan | LineFieldPlan, targets: Targets): FieldSpec {
  const { name, dictionary = null } = field
  // Values that come and go are texts of the database.
  const type = dictionary === null ? field.type : 'string'
  const attribute = attributeOf(field)
  return {
    name,
    type,
    label: field.label ?? labelOf(name),
    description: field.description ?? null,
    attribute,
    column: field.column ?? snakeOf(attribute),
    required: field.required ?? false,
    unique: field.unique ?? false,
    default: field.default ?? null,
    searchable: field.searchable ?? false,
    listed: COLLECTIONS.includes(type) ? false : (field.listed ?? !UNLISTED.includes(type)),
    form: field.form ?? true,
    length: dictionary ? LONGEST_VALUE : (field.length ?? lengthOf(type, field.unique)),
    min: field.min ?? null,
    max: field.max ?? null,
    precision: field.precision ?? 10,
    scale: field.scale ?? 2,
    values: field.values ?? [],
    dictionary,
    target: (field.target && targets.get(field.target)) || null,
    lines: 'fields' in field ? (field.fields ?? []).map((line) => resolveField(line, targets)) : [],
  }
}

function lengthOf(type: FieldType, isUnique = false): number {
  return type === 'text' ? LONG_TEXT : isUnique ? 191 : SHORT_TEXT
}

function labelFieldOf(fields: readonly FieldSpec[]): string | null {
  const texts = fields.filter(({ type, dictionary }) => type === 'string' && !dictionary)
  return (texts.find(({ required }) => required) ?? texts[0])?.attribute ?? null
}

function named(fields: readonly FieldSpec[], name: string): FieldSpec {
  return fields.find((field) => field.name === name || field.attribute === name)!
}

function plural(title: string): string {
  const words = title.split(' ')
  const last = namesOf(words.at(-1)!).pluralKebab
  return [...words.slice(0, -1), last].join(' ')
}
