import type { FieldSpec, ModuleSpec } from '../plan/module_spec.js'
import { columnLine, hasColumn, isNullable, isReference } from './column_code.js'
import { literal } from './literals.js'

/** What a changed plan does to a table that is there. */
export interface Alteration {
  up: string[]
  down: string[]
  /** Columns that go, with what they hold. */
  dropped: string[]
  /** Why it cannot be done by an additional migration; `null` when it can. */
  refusal: string | null
}

export function alterationOf(before: ModuleSpec, after: ModuleSpec): Alteration {
  const old = new Map(before.fields.filter(hasColumn).map((field) => [field.column, field]))
  const now = new Map(after.fields.filter(hasColumn).map((field) => [field.column, field]))
  const added = [...now.values()].filter(({ column }) => !old.has(column))
  const gone = [...old.values()].filter(({ column }) => !now.has(column))
  const changed = [...now.values()].filter((field) => {
    const other = old.get(field.column)
    return other && columnLine(other, before) !== columnLine(field, after)
  })
  return {
    up: [
      ...added.map((field) => addedLine(field, after)),
      ...changed.flatMap((field) => changeLines(old.get(field.column)!, field, after)),
      ...gone.flatMap((field) => dropLines(field, before)),
    ],
    down: [
      ...gone.map((field) => addedLine(field, before)),
      ...changed.flatMap((field) => changeLines(field, old.get(field.column)!, before)),
      ...added.flatMap((field) => dropLines(field, after)),
    ],
    dropped: gone.map(({ column }) => column),
    refusal: refusalOf(before, after, changed, old),
  }
}

/** Rows that are there need a value, too. */
function addedLine(field: FieldSpec, spec: ModuleSpec): string {
  if (isNullable(field) || field.default !== null || field.type === 'boolean')
    return columnLine(field, spec)
  if (isReference(field) || field.unique || field.type === 'datetime')
    return columnLine({ ...field, required: false }, spec)
  return `${columnLine(field, spec)}.defaultTo(${literal(emptyValue(field))})`
}

function emptyValue({ type, values, min }: FieldSpec): string | number {
  if (type === 'enum') return values[0]!
  if (type === 'integer' || type === 'decimal') return Math.max(0, min ?? 0)
  if (type === 'json') return 'null'
  return type === 'date' ? '1970-01-01' : ''
}

function changeLines(from: FieldSpec, to: FieldSpec, spec: ModuleSpec): string[] {
  const lines: string[] = []
  if (from.unique && !to.unique) lines.push(`table.dropUnique([${literal(to.column)}])`)
  const plain = { ...to, unique: false }
  if (columnLine({ ...from, unique: false }, spec) !== columnLine(plain, spec))
    lines.push(`${columnLine(plain, spec)}.alter()`)
  if (!from.unique && to.unique) lines.push(`table.unique([${literal(to.column)}])`)
  return lines
}

function dropLines(field: FieldSpec, spec: ModuleSpec): string[] {
  const foreign = columnLine(field, spec).includes('.references(')
  return [
    ...(field.unique ? [`table.dropUnique([${literal(field.column)}])`] : []),
    ...(foreign
      ? [
          `table.dropForeign([${literal(field.column)}])`,
          `table.dropIndex([${literal(field.column)}])`,
        ]
      : []),
    `table.dropColumn(${literal(field.column)})`,
  ]
}

function refusalOf(
  before: ModuleSpec,
  after: ModuleSpec,
  changed: readonly FieldSpec[],
  old: ReadonlyMap<string, FieldSpec>
): string | null {
  const fixed = ['name', 'table', 'scoped', 'softDelete', 'timestamps', 'existing'] as const
  const named = { ...before, name: before.names.kebab }
  const renamed = { ...after, name: after.names.kebab }
  const moved = fixed.find((member) => named[member] !== renamed[member])
  if (moved) return `"${moved}" of a module stays as it is; undo the module and make another`

  const collections = (spec: ModuleSpec) =>
    literal(
      spec.fields
        .filter((field) => !hasColumn(field))
        .map(({ name, lines, target }) => [name, lines, target?.name])
    )
  if (collections(before) !== collections(after))
    return 'Lines and lists of references stay as they are; undo the module and make another'
  const sets = (spec: ModuleSpec) =>
    literal(spec.uniqueSets.map((set) => set.map(({ column }) => column)))
  if (sets(before) !== sets(after))
    return 'Unique sets stay as they are; write a migration of your own'
  const retyped = changed.find((field) => isReference(field) || isReference(old.get(field.column)!))
  return retyped
    ? `Field "${retyped.name}" cannot change what it refers to; drop it and add another`
    : null
}
