import type { FieldSpec, ModuleSpec } from '../plan/module_spec.js'
import { columnLine, hasColumn, isNullable, isReference } from './column_code.js'
import { lineTable } from './line_table.js'
import { literal } from './encoders.js'
import { foldedFields, foldedLines, refilled } from './searched_fields.js'

/** What is done to one table. */
export interface TableAlteration {
  table: string
  up: string[]
  down: string[]
  /** Columns that go, with what they hold. */
  dropped: string[]
  /** Columns whose texts `search_text` is to hold from then on; `null` where it stays as it is, or is none. */
  refill: { up: string[] | null; down: string[] | null }
}

/** A field of a changed plan, and its place there. */
export interface FieldChange {
  place: string
  from: FieldSpec
  to: FieldSpec
}

/** What the rows of a table are judged by before anything is done to it. */
export interface TableCheck {
  table: string
  /** Fields that are there and stay, changed or not. */
  changes: FieldChange[]
  /** Fields that come, must be given, and for which there is no value to begin with. */
  valueless: Omit<FieldChange, 'from'>[]
  /** Sets of columns whose values must differ from now on. */
  unique: { place: string; columns: string[] }[]
}

/** What a changed plan does to tables that are there. */
export interface Alteration {
  tables: TableAlteration[]
  checks: TableCheck[]
  /** Why it cannot be done by an additional migration; `null` when it can. */
  refusal: string | null
}

/** The columns of a table, as a plan has them. */
interface Columns {
  spec: ModuleSpec
  fields: readonly FieldSpec[]
  sets: readonly string[][]
  /** What `search_text` holds; where it is empty, there is no such column. */
  folded: readonly string[]
}

/** @param isFolded whether the module has the column `search_text` where the plan before has searched fields */
export function alterationOf(before: ModuleSpec, after: ModuleSpec, isFolded = true): Alteration {
  const own = { ...ownColumns(before), ...(!isFolded && { folded: [] }) }
  const pairs: Pair[] = [
    { table: after.table, from: own, to: ownColumns(after), place: 'fields' },
    ...linePairs(before, after),
  ]
  return {
    tables: pairs
      .map(({ table, from, to }) => tableAlteration(table, from, to))
      .filter(({ up, refill }) => up.length > 0 || refill.up || refill.down),
    checks: pairs.map(tableCheck),
    refusal: refusalOf(before, after),
  }
}

interface Pair {
  table: string
  from: Columns
  to: Columns
  /** Of the fields in the changed plan. */
  place: string
}

function linePairs(before: ModuleSpec, after: ModuleSpec): Pair[] {
  return after.fields.flatMap((field, index) => {
    const other = before.fields.find(({ name, type }) => name === field.name && type === 'hasMany')
    if (field.type !== 'hasMany' || !other) return []
    return [
      {
        table: lineTable(after, field),
        from: { spec: before, fields: other.lines, sets: [], folded: [] },
        to: { spec: after, fields: field.lines, sets: [], folded: [] },
        place: `fields.${index}.fields`,
      },
    ]
  })
}

function tableCheck({ table, from, to, place }: Pair): TableCheck {
  const there = columnsOf(from)
  const all = place === 'fields' ? to.spec.fields : to.fields
  const placed = to.fields.map((field) => ({ place: `${place}.${all.indexOf(field)}`, to: field }))
  const made = without(to.sets, from.sets).filter((set) => set.every((one) => there.has(one)))
  return {
    table,
    changes: placed.flatMap((one) => {
      const before = there.get(one.to.column)
      return before && isStricter(before, one.to) ? [{ ...one, from: before }] : []
    }),
    valueless: placed.filter((one) => !there.has(one.to.column) && isValueless(one.to)),
    unique: [
      ...made.map((columns) => ({ place: 'unique', columns })),
      ...placed
        .filter((one) => one.to.unique && there.get(one.to.column)?.unique === false)
        .map((one) => ({ place: one.place, columns: [one.to.column] })),
    ],
  }
}

/** Whether there may be values of the one that are none of the other. */
function isStricter(from: FieldSpec, to: FieldSpec): boolean {
  const rules = ['type', 'length', 'min', 'max', 'precision', 'scale', 'values'] as const
  const same = rules.every((rule) => literal(from[rule]) === literal(to[rule]))
  return !isReference(to) && (!same || isNullable(from) !== isNullable(to))
}

function ownColumns(spec: ModuleSpec): Columns {
  const sets = spec.uniqueSets.map((set) => set.map(({ column }) => column))
  const folded = foldedFields(spec).map(({ column }) => column)
  return { spec, fields: spec.fields.filter(hasColumn), sets, folded }
}

function tableAlteration(table: string, before: Columns, after: Columns): TableAlteration {
  const wanted = columnsOf(after)
  return {
    table,
    up: changeTable(before, after),
    down: changeTable(after, before),
    dropped: before.fields.map(({ column }) => column).filter((column) => !wanted.has(column)),
    refill: {
      up: refilled(before.folded, after.folded),
      down: refilled(after.folded, before.folded),
    },
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
    ...foldedLines(from.folded, to.folded),
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
  if (isValueless(field)) return columnLine({ ...field, required: false }, spec)
  return `${columnLine(field, spec)}.defaultTo(${literal(emptyValue(field))})`
}

/** Whether there is no value that rows could begin with. */
function isValueless(field: FieldSpec): boolean {
  if (isNullable(field) || field.default !== null) return false
  return isReference(field) || field.unique || field.type === 'datetime'
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
