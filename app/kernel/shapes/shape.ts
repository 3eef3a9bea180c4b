import type {
  Static,
  TArray,
  TBoolean,
  TInteger,
  TNull,
  TNumber,
  TObject,
  TOptional,
  TProperties,
  TRecord,
  TSchema,
  TSchemaOptions,
  TString,
  TUnion,
  TUnsafe,
} from 'typebox'

/**
 * Shapes of what the service answers: JSON Schema for the API description and a static type for the transformer
 * from one declaration. Only TypeBox's types are used, because loading its modules would slow down every start.
 */
export const t = {
  id: () => plain<TInteger>('integer', { minimum: 1, description: 'Identifier' }),
  integer: (options?: TSchemaOptions): TInteger => plain('integer', options),
  number: (options?: TSchemaOptions): TNumber => plain('number', options),
  text: (options?: TSchemaOptions): TString => plain('string', options),
  boolean: (options?: TSchemaOptions): TBoolean => plain('boolean', options),
  /** ISO 8601 in UTC */
  instant: (options?: TSchemaOptions): TString =>
    plain('string', { format: 'date-time', ...options }),
  oneOf: <const Values extends readonly string[]>(values: Values, options?: TSchemaOptions) =>
    plain<TUnsafe<Values[number]>>('string', { enum: [...values], ...options }),
  anyOf,
  nullable: <Schema extends TSchema>(schema: Schema) => anyOf(schema, plain<TNull>('null')),
  array: <Schema extends TSchema>(items: Schema, options?: TSchemaOptions): TArray<Schema> =>
    plain('array', { items, ...options }),
  object: <Properties extends TProperties>(
    properties: Properties,
    options?: TSchemaOptions
  ): TObject<Properties> =>
    plain('object', {
      ...required(properties),
      properties,
      additionalProperties: false,
      ...options,
    }),
  optional: <Schema extends TSchema>(schema: Schema) => {
    const copy = { ...schema }
    optional.add(copy)
    return copy as TOptional<Schema>
  },
  /** Members that are not known beforehand, such as another's configuration. */
  json: (options?: TSchemaOptions) => ({ ...options }) as unknown as TUnsafe<unknown>,
  /** The shape whose `title` this is: for members of the same shape as what they are in. */
  named: (title: string): TUnsafe<unknown> =>
    ({ $ref: `#/components/schemas/${title}` }) as unknown as TUnsafe<unknown>,
  map: <Schema extends TSchema>(values: Schema): TRecord<'^.*$', Schema> =>
    plain('object', { patternProperties: { '^.*$': values } }),
}

export type Shape = TSchema
export type Shaped<Schema extends TSchema> = Static<Schema>

const optional = new WeakSet<TSchema>()

function plain<Schema extends TSchema>(type: string, options?: TSchemaOptions): Schema {
  return { type, ...options } as unknown as Schema
}

function anyOf<Schemas extends TSchema[]>(...schemas: Schemas): TUnion<Schemas> {
  return { anyOf: schemas } as unknown as TUnion<Schemas>
}

function required(properties: TProperties): { required?: string[] } {
  const names = Object.keys(properties).filter((name) => !optional.has(properties[name]!))
  return names.length > 0 ? { required: names } : {}
}

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
