import vine, { type symbols, type VineObject, type VineValidator } from '@vinejs/vine'
import type { SchemaTypes, UndefinedOptional } from '@vinejs/vine/types'
import { instantParameter, integerParameter } from './query_parameters.js'

export const TABLE_FORMATS = ['csv', 'xlsx'] as const
export type TableFormat = (typeof TABLE_FORMATS)[number]

export type CountMode = 'exact' | 'capped' | 'none'

export interface SortKey {
  readonly name: string
  readonly descending: boolean
}

/** What every list understands, once validated. */
export interface ListQuery {
  page?: number
  pageSize?: number
  sort?: readonly SortKey[]
  count?: CountMode
  cursor?: string
}

const COUNTS = ['exact', 'capped', 'none'] as const
const MOST_SORT_KEYS = 5

export const LARGEST_PAGE = 200

type Part = keyof typeof symbols & ('ITYPE' | 'OTYPE' | 'COTYPE')
type Properties = Record<string, SchemaTypes>
type PartOf<Of extends Properties, Name extends Part> = UndefinedOptional<{
  [Key in keyof Of]: Of[Key][(typeof symbols)[Name]]
}>
type ValidatorOf<Of extends Properties> = VineValidator<
  VineObject<Of, PartOf<Of, 'ITYPE'>, PartOf<Of, 'OTYPE'>, PartOf<Of, 'COTYPE'>>,
  Record<string, any> | undefined
>

/** `vine.create`, with a type that declarations can name. */
function create<Of extends Properties>(properties: Of) {
  return vine.create(properties) as unknown as ValidatorOf<Of>
}

/**
 * The validator of a list's query string.
 *
 * ```ts
 * export const userListValidator = listQuery({
 *   sorts: userListing.sorts,
 *   filters: { keyword: vine.string().maxLength(100).optional(), ...instantRange('createdAt') },
 * })
 * ```
 */
export function listQuery<Filters extends Record<string, SchemaTypes> = {}>({
  sorts,
  filters,
}: {
  sorts: readonly string[]
  filters?: Filters
}) {
  return create({ ...(filters ?? ({} as Filters)), ...paging(), sort: sortParameter(sorts) })
}

/** The validator of a list's export: its filters and sort, and the file's format. */
export function exportQuery<Filters extends Record<string, SchemaTypes> = {}>({
  sorts,
  filters,
}: {
  sorts: readonly string[]
  filters?: Filters
}) {
  return create({
    ...(filters ?? ({} as Filters)),
    sort: sortParameter(sorts),
    format: vine.enum(TABLE_FORMATS).optional(),
  })
}

/** The two ends of a range of moments, `nameFrom` and `nameTo`, both inclusive and optional. */
export function instantRange<const Name extends string>(name: Name) {
  return { [`${name}From`]: instantParameter('from'), [`${name}To`]: instantParameter('to') } as {
    [Edge in `${Name}From` | `${Name}To`]: ReturnType<typeof instantParameter>
  }
}

/** `-createdAt,name` as keys. */
export function parseSort(text: string): SortKey[] {
  return text
    .split(',')
    .map((key) => ({ name: key.replace(/^-/, ''), descending: key.startsWith('-') }))
}

/** Page and page size, for lists that do not use `listQuery`. */
export function pageParameters(usualSize: number) {
  return {
    page: integerParameter({ min: 1, max: 1_000_000, default: 1 }).optional(),
    pageSize: integerParameter({
      min: 1,
      max: LARGEST_PAGE,
      clamp: true,
      default: usualSize,
      description: `Above ${LARGEST_PAGE} it is taken as ${LARGEST_PAGE}`,
    }).optional(),
  }
}

function paging() {
  return {
    ...pageParameters(20),
    count: vine.enum(COUNTS).optional(),
    cursor: vine.string().minLength(1).maxLength(1_024).optional(),
  }
}

function sortParameter(sorts: readonly string[]) {
  return vine.string().maxLength(500).use(sortable({ sorts })).optional().transform(parseSort)
}

const sortable = vine.createRule<{ sorts: readonly string[] }>(
  (value, { sorts }, field) => {
    if (!field.isValid) return
    const names = parseSort(String(value)).map(({ name }) => name)
    const known = names.every((name) => sorts.includes(name))
    if (known && names.length <= MOST_SORT_KEYS && new Set(names).size === names.length) return
    field.report('The {{ field }} field must be up to {{ most }} of: {{ sorts }}', 'sort', field, {
      most: MOST_SORT_KEYS,
      sorts: sorts.join(', '),
    })
  },
  {
    name: 'sort',
    toJSONSchema: (schema, { sorts }) => {
      const key = `-?(${sorts.join('|')})`
      schema.pattern = `^${key}(,${key}){0,${MOST_SORT_KEYS - 1}}$`
      schema.description = `Up to ${MOST_SORT_KEYS} of ${sorts.join(', ')}, parted by commas; \`-\` before a name sorts downwards`
    },
  }
)
