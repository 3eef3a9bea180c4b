const PAGE = 200

interface Asked {
  page: number
  pageSize: number
}

/** All rows of a list, page by page. */
export async function allPages<One>(
  read: (asked: Asked) => Promise<{ items: One[] }>
): Promise<One[]> {
  const all: One[] = []
  for (let page = 1; ; page++) {
    const { items } = await read({ page, pageSize: PAGE })
    all.push(...items)
    if (items.length < PAGE) return all
  }
}
