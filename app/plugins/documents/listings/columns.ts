import { contains, equals, inSearchText } from '#kernel/listing/main'

/** Members of a row that are called as their attributes. */
export function same<Name extends string>(...names: readonly Name[]): Record<Name, string> {
  const columns = names.map((name) => [name, name])
  return Object.fromEntries(columns) as Record<Name, string>
}

/** Of documents, in the trash or not. */
export const documentFilters = {
  keyword: inSearchText,
  title: contains('title'),
  fileType: equals<string>('fileType'),
  status: equals<string>('status'),
  ownerId: equals<number>('ownerId'),
  departmentId: equals<number>('departmentId'),
}
