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
