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

/** What the editor writes where it cannot write the format that it opened. */
const WRITTEN_INSTEAD: Partial<Record<DocumentType, string>> = {
  word: 'docx',
  cell: 'xlsx',
  slide: 'pptx',
}

/** What it writes then of a document that holds macros. Nobody brings such a file here, and none is ever present. */
const WITH_MACROS = new Map<string, DocumentType>([
  ['docm', 'word'],
  ['xlsm', 'cell'],
  ['pptm', 'slide'],
])

/** Those that an editor puts under a password as a whole: what is in them cannot be seen then. */
export const LOCKABLE: ReadonlySet<string> = new Set([
  ...Object.values(WRITTEN_INSTEAD),
  ...WITH_MACROS.keys(),
])

/** Those that are packages of parts, in which the time of packing is written as well. */
export const PACKAGES: ReadonlySet<string> = new Set([...LOCKABLE, 'odt', 'ods', 'odp'])

/** Those that hold whatever somebody wrote, as it was written. */
export const PLAIN_TEXTS: ReadonlySet<string> = new Set(['txt', 'csv', 'rtf'])

/** `undefined` for what the editor does not open. */
export function documentTypeOf(fileType: string): DocumentType | undefined {
  return BY_EXTENSION.get(fileType)
}

/** The same, also of what comes from the editor alone. */
export function familyOf(fileType: string): DocumentType | undefined {
  return documentTypeOf(fileType) ?? WITH_MACROS.get(fileType)
}

export function holdsMacros(fileType: string): boolean {
  return WITH_MACROS.has(fileType)
}

/** The package of its family that holds none; the same where there is no such. */
export function withoutMacros(fileType: string): string {
  const type = familyOf(fileType)
  return (type && WRITTEN_INSTEAD[type]) ?? fileType
}

/** As what a save of this type may turn out: of a package its macros are seen by its parts alone. */
export function turnsOutAs(fileType: string): readonly string[] {
  if (!LOCKABLE.has(fileType)) return [fileType]
  return [...LOCKABLE].filter((one) => isSameFamily(one, fileType))
}

/** Whether a save of one type takes the place of a document of another: in a lesser format something of it would be lost. */
export function replaces(saved: string, present: string): boolean {
  const type = documentTypeOf(present)
  return saved === present || (type !== undefined && WRITTEN_INSTEAD[type] === saved)
}

/** Whether a save may turn one into the other, as the editor does with old formats. */
export function isSameFamily(one: string, other: string): boolean {
  return familyOf(one) !== undefined && familyOf(one) === familyOf(other)
}
