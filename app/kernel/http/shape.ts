import Type, { type Static, type TSchema, type TSchemaOptions, type TProperties } from 'typebox'

/**
 * Shapes of what the service answers: JSON Schema for the API description and a static type for the transformer
 * from one declaration.
 */
export const t = {
  id: () => Type.Integer({ minimum: 1, description: 'Identifier' }),
  integer: (options?: TSchemaOptions) => Type.Integer(options),
  number: (options?: TSchemaOptions) => Type.Number(options),
  text: (options?: TSchemaOptions) => Type.String(options),
  boolean: (options?: TSchemaOptions) => Type.Boolean(options),
  /** ISO 8601 in UTC */
  instant: (options?: TSchemaOptions) => Type.String({ format: 'date-time', ...options }),
  oneOf: <const Values extends readonly string[]>(values: Values, options?: TSchemaOptions) =>
    Type.Unsafe<Values[number]>({ type: 'string', enum: [...values], ...options }),
  nullable: <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()]),
  array: <Schema extends TSchema>(items: Schema, options?: TSchemaOptions) =>
    Type.Array(items, options),
  object: <Properties extends TProperties>(properties: Properties, options?: TSchemaOptions) =>
    Type.Object(properties, { additionalProperties: false, ...options }),
  optional: <Schema extends TSchema>(schema: Schema) => Type.Optional(schema),
  /** Members that are not known beforehand, such as another's configuration. */
  json: (options?: TSchemaOptions) => Type.Unsafe<unknown>({ ...options }),
  map: <Schema extends TSchema>(values: Schema) => Type.Record(Type.String(), values),
}

export type Shape = TSchema
export type Shaped<Schema extends TSchema> = Static<Schema>

/** The `data` of a list: rows, and where in the list they stand. */
export function pageOf<Row extends TSchema>(row: Row) {
  return t.object({
    items: t.array(row),
    total: t.nullable(
      t.integer({ minimum: 0, description: 'null when the total was not asked for' })
    ),
    totalCapped: t.optional(t.boolean({ description: 'true when `total` stopped at its cap' })),
    page: t.nullable(
      t.integer({ minimum: 1, description: 'null when the list was read by cursor' })
    ),
    pageSize: t.integer({ minimum: 1, maximum: 200 }),
    nextCursor: t.optional(t.nullable(t.text({ description: 'null when there are no more rows' }))),
  })
}
