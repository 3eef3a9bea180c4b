import type { FieldType } from './field_types.js'
import type { ModuleNames } from './names.js'
import type { ModulePlan } from './plan_schema.js'

/** Another module that a field refers to. */
export interface Target {
  /** Name in kebab-case. */
  name: string
  /** Folder below the plugins. */
  plugin: string
  /** Where it answers. */
  path: string
  model: string
  table: string
  /** Attribute that stands for a row in lists; `null` where it has no text to show. */
  label: string | null
  /** Whether that attribute may be empty. */
  labelNullable: boolean
  softDelete: boolean
}

/** A field with everything decided that its plan left open. */
export interface FieldSpec {
  name: string
  type: FieldType
  label: string
  description: string | null
  /** Member of model, body and answer: `authorId` for a field `author`. */
  attribute: string
  column: string
  required: boolean
  unique: boolean
  default: string | number | boolean | null
  searchable: boolean
  listed: boolean
  form: boolean
  length: number
  min: number | null
  max: number | null
  precision: number
  scale: number
  values: readonly string[]
  /** Code of the dictionary that has the values; the type is `string` then. */
  dictionary: string | null
  target: Target | null
  lines: readonly FieldSpec[]
}

/** A checked plan with every default filled in: what templates are rendered from. */
export interface ModuleSpec {
  plan: ModulePlan
  names: ModuleNames
  title: string
  titles: string
  description: string
  path: string
  table: string
  /** The table was there before the module. */
  existing: boolean
  timestamps: boolean
  scoped: boolean
  softDelete: boolean
  fields: readonly FieldSpec[]
  /** Attribute that stands for a row where another module refers to it. */
  labelField: string | null
  uniqueSets: readonly (readonly FieldSpec[])[]
  area: string
  menu: { title: string; icon: string; sort: number; directory: string | null }
  samples: readonly Readonly<Record<string, string | number | boolean>>[]
}
