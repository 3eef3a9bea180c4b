import { contains, equals, inSearchText } from '#kernel/listing/main'

/** Of documents, in the trash or not. */
export const documentFilters = {
  keyword: inSearchText,
  title: contains('title'),
  fileType: equals<string>('fileType'),
  status: equals<string>('status'),
  ownerId: equals<number>('ownerId'),
  departmentId: equals<number>('departmentId'),
}
