import type { FieldSpec, ModuleSpec } from '../plan/module_spec.js'
import { columnLine, hasColumn, isNullable, isReference } from './column_code.js'
import { lineTable } from './line_table.js'
import { literal } from './literals.js'

/** What is done to one table. */
export interface TableAlteration {
  table: string
  up: string[]
  down: string[]
  /** Columns that go, with what they hold. */
  dropped: string[]
  /** Sets of columns whose values must differ from now on. */
  unique: string[][]
}

/** What a changed plan does to tables that are there. */
export interface Alteration {
  tables: TableAlteration[]
  /** Why it cannot be done by an additional migration; `null` when it can. */
  refusal: string | null
}

/** The columns of a table, as a plan has them. */
interface Columns {
  spec: ModuleSpec
  fields: readonly FieldSpec[]
  sets: readonly string[][]
}

export function alterationOf(before: ModuleSpec, after: ModuleSpec): Alteration {
  const tables = [tableAlteration(after.table, ownColumns(before), ownColumns(after))]
  for (const field of after.fields.filter(({ type }) => type === 'hasMany')) {
    const other = before.fields.find(({ name, type }) => name === field.name && type === 'hasMany')
    if (other)
      tables.push(
        tableAlteration(
          lineTable(after, field),
          { spec: before, fields: other.lines, sets: [] },
          { spec: after, fields: field.lines, sets: [] }
        )
      )
  }
  return {
    tables: tables.filter(({ up }) => up.length > 0),
    refusal: refusalOf(before, after),
  }
}

function ownColumns(spec: ModuleSpec): Columns {
  const sets = spec.uniqueSets.map((set) => set.map(({ column }) => column))
  return { spec, fields: spec.fields.filter(hasColumn), sets }
}

function tableAlteration(table: string, before: Columns, after: Columns): TableAlteration {
  const there = columnsOf(before)
  const wanted = columnsOf(after)
  const made = without(after.sets, before.sets)
  return {
    table,
    up: changeTable(before, after),
    down: changeTable(after, before),
    dropped: before.fields.map(({ column }) => column).filter((column) => !wanted.has(column)),
    unique: [
      ...made.filter((set) => set.every((column) => there.has(column))),
      ...after.fields
        .filter(({ unique, column }) => unique && there.get(column)?.unique === false)
        .map(({ column }) => [column]),
    ],
  }
}

/** Sets go before their columns do, and come after them. */
function changeTable(from: Columns, to: Columns): string[] {
  const old = columnsOf(from)
  const now = columnsOf(to)
  const setLine = (call: string) => (set: readonly string[]) =>
    `table.${call}([${set.map((column) => literal(column)).join(', ')}])`
  return [
    ...without(from.sets, to.sets).map(setLine('dropUnique')),
    ...to.fields.filter(({ column }) => !old.has(column)).map((field) => addedLine(field, to.spec)),
    ...changedFields(from, to).flatMap((field) =>
      changeLines(old.get(field.column)!, field, to.spec)
    ),
    ...from.fields
      .filter(({ column }) => !now.has(column))
      .flatMap((field) => dropLines(field, from.spec)),
    ...without(to.sets, from.sets).map(setLine('unique')),
  ]
}

function changedFields(from: Columns, to: Columns): FieldSpec[] {
  const old = columnsOf(from)
  return to.fields.filter((field) => {
    const other = old.get(field.column)
    return other && columnLine(other, from.spec) !== columnLine(field, to.spec)
  })
}

function columnsOf({ fields }: Columns): Map<string, FieldSpec> {
  return new Map(fields.map((field) => [field.column, field]))
}

function without(sets: readonly string[][], others: readonly string[][]): string[][] {
  const known = new Set(others.map((set) => set.join()))
  return sets.filter((set) => !known.has(set.join()))
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

function refusalOf(before: ModuleSpec, after: ModuleSpec): string | null {
  const fixed = ['name', 'table', 'scoped', 'softDelete', 'timestamps', 'existing'] as const
  const named = { ...before, name: before.names.kebab }
  const renamed = { ...after, name: after.names.kebab }
  const moved = fixed.find((member) => named[member] !== renamed[member])
  if (moved) return `"${moved}" of a module stays as it is; undo the module and make another`

  const collections = ({ fields }: ModuleSpec) =>
    literal(
      fields
        .filter((field) => !hasColumn(field))
        .map(({ name, type, target }) => `${type} ${name} ${target?.name ?? ''}`)
        .sort()
    )
  if (collections(before) !== collections(after))
    return 'Lists of lines and of references neither come nor go; undo the module and make another'

  const old = columnsOf(ownColumns(before))
  const retyped = changedFields(ownColumns(before), ownColumns(after)).find(
    (field) => isReference(field) || isReference(old.get(field.column)!)
  )
  return retyped
    ? `Field "${retyped.name}" cannot change what it refers to; drop it and add another`
    : null
}
