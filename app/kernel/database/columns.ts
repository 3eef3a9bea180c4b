import { column } from '@adonisjs/lucid/orm'

/** A column of decimals; two of the databases give them as text. The attribute is a number. */
export function decimalColumn(): PropertyDecorator {
  return column({
    consume: (raw: unknown) => (raw === null || raw === undefined ? null : Number(raw)),
  }) as PropertyDecorator
}

/** A JSON document, kept as text on every database alike. */
export function jsonColumn(): PropertyDecorator {
  return column({
    prepare: (value: unknown) =>
      value === undefined || value === null ? null : JSON.stringify(value),
    consume: (raw: unknown) => (typeof raw === 'string' ? JSON.parse(raw) : (raw ?? null)),
  }) as PropertyDecorator
}
