export interface PageQuery {
  page?: number
  pageSize?: number
}

export function pageOf({ page = 1, pageSize = 20 }: PageQuery) {
  return { page, pageSize, offset: (page - 1) * pageSize }
}
