import type { Cell, TableColumn } from '#kernel/tables/main'

/** Columns that hold members of a row under their own names. */
export function columnsNamed<Row extends object, const Name extends keyof Row & string>(
  names: readonly Name[]
): TableColumn<Row>[] {
  return names.map((name) => ({ title: name, value: (row) => row[name] as Cell }))
}

/** Every member of a row, in the order of its shape. */
export function columnsOf(shape: { properties: object }): TableColumn<any>[] {
  return columnsNamed(Object.keys(shape.properties) as never[])
}
