import { column } from '@adonisjs/lucid/orm'

/** The column's name, where it is not the attribute's in snake_case. */
export interface ColumnName {
  columnName?: string
}

/** A column of decimals; two of the databases give them as text. The attribute is a number. */
export function decimalColumn(options: ColumnName = {}): PropertyDecorator {
  return column({
    ...options,
    consume: (raw: unknown) => (raw === null || raw === undefined ? null : Number(raw)),
  }) as PropertyDecorator
}

/** A JSON document, kept as text on every database alike. */
export function jsonColumn(options: ColumnName = {}): PropertyDecorator {
  return column({
    ...options,
    prepare: (value: unknown) =>
      value === undefined || value === null ? null : JSON.stringify(value),
    consume: (raw: unknown) => (typeof raw === 'string' ? JSON.parse(raw) : (raw ?? null)),
  }) as PropertyDecorator
}
