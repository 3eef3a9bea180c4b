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

export const BLANK_TYPES = ['docx', 'xlsx', 'pptx'] as const
export type BlankType = (typeof BLANK_TYPES)[number]

/** The format that the editor saves where it cannot save the one that it opened. */
const WRITTEN_INSTEAD: Partial<Record<DocumentType, string>> = {
  word: 'docx',
  cell: 'xlsx',
  slide: 'pptx',
}

/** The same for a document with macros. Such files cannot be uploaded and never become the current version. */
const WITH_MACROS = new Map<string, DocumentType>([
  ['docm', 'word'],
  ['xlsm', 'cell'],
  ['pptm', 'slide'],
])

/** Types that the editor can encrypt as a whole. */
export const LOCKABLE: ReadonlySet<string> = new Set([
  ...Object.values(WRITTEN_INSTEAD),
  ...WITH_MACROS.keys(),
])

/** ZIP packages, which contain their time of packing. */
export const PACKAGES: ReadonlySet<string> = new Set([...LOCKABLE, 'odt', 'ods', 'odp'])

export const PLAIN_TEXTS: ReadonlySet<string> = new Set(['txt', 'csv', 'rtf'])

export function documentTypeOf(fileType: string): DocumentType | undefined {
  return BY_EXTENSION.get(fileType)
}

/** Also knows the types with macros. */
export function familyOf(fileType: string): DocumentType | undefined {
  return documentTypeOf(fileType) ?? WITH_MACROS.get(fileType)
}

export function holdsMacros(fileType: string): boolean {
  return WITH_MACROS.has(fileType)
}

export function withoutMacros(fileType: string): string {
  const type = familyOf(fileType)
  return (type && WRITTEN_INSTEAD[type]) ?? fileType
}

/** Types that a save of this type may have: whether a package has macros shows only inside. */
export function turnsOutAs(fileType: string): readonly string[] {
  if (!LOCKABLE.has(fileType)) return [fileType]
  return [...LOCKABLE].filter((one) => isSameFamily(one, fileType))
}

/** Whether a save can become the current version: another format could lose content. */
export function replaces(saved: string, present: string): boolean {
  const type = documentTypeOf(present)
  return saved === present || (type !== undefined && WRITTEN_INSTEAD[type] === saved)
}

export function isSameFamily(one: string, other: string): boolean {
  return familyOf(one) !== undefined && familyOf(one) === familyOf(other)
}
