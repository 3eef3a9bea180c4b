/** What the editor opens, by the kind of editor it opens it in. */
const TYPES = {
  word: ['docx', 'doc', 'odt', 'rtf', 'txt'],
  cell: ['xlsx', 'xls', 'ods', 'csv'],
  slide: ['pptx', 'ppt', 'odp'],
  pdf: ['pdf'],
} as const

export type DocumentType = keyof typeof TYPES

const BY_EXTENSION = new Map<string, DocumentType>(
  Object.entries(TYPES).flatMap(([type, extensions]) =>
    extensions.map((extension) => [extension, type as DocumentType] as const)
  )
)

/** Those a new document can be made blank as. */
export const BLANK_TYPES = ['docx', 'xlsx', 'pptx'] as const
export type BlankType = (typeof BLANK_TYPES)[number]

/** `undefined` for what the editor does not open. */
export function documentTypeOf(fileType: string): DocumentType | undefined {
  return BY_EXTENSION.get(fileType)
}

/** Whether a save may turn one into the other, as the editor does with old formats. */
export function isSameFamily(one: string, other: string): boolean {
  return documentTypeOf(one) !== undefined && documentTypeOf(one) === documentTypeOf(other)
}
