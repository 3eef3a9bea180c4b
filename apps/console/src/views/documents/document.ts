import type {
  Answered,
  documentsShow,
  documentsSharesIndex,
  documentsSubmissionsIndex,
  documentsVersionsIndex,
} from '@chancery/http-client'

export { download } from '../../parts/save_file'

type Of<Operation extends (...options: never[]) => Promise<unknown>> = Answered<
  Awaited<ReturnType<Operation>>
>

export type DocumentDetails = Of<typeof documentsShow>
export type Version = Of<typeof documentsVersionsIndex>[number]
export type Share = Of<typeof documentsSharesIndex>[number]
export type Review = Of<typeof documentsSubmissionsIndex>['items'][number]

export const DOCUMENTS = '/app/document'
export const BLANK_TYPES = ['docx', 'xlsx', 'pptx'] as const
export const STATES = ['draft', 'in_review', 'approved', 'returned'] as const

/** Colour of a state's tag. */
export const STATE_TAGS = {
  draft: 'info',
  in_review: 'warning',
  approved: 'success',
  returned: 'danger',
} as const

const FAMILIES = [
  {
    types: ['docx', 'doc', 'odt', 'rtf', 'txt'],
    into: ['pdf', 'docx', 'odt', 'rtf', 'txt', 'html'],
  },
  { types: ['xlsx', 'xls', 'ods', 'csv'], into: ['pdf', 'xlsx', 'ods', 'csv'] },
  { types: ['pptx', 'ppt', 'odp'], into: ['pdf', 'pptx', 'odp'] },
  { types: ['pdf'], into: ['docx', 'odt', 'rtf', 'txt', 'html'] },
]

/** What the editor opens. */
export const FILE_TYPES = FAMILIES.flatMap(({ types }) => types)

/** For the file chooser. */
export const ACCEPTED = FILE_TYPES.map((type) => `.${type}`).join(',')

/** What a document can be converted to. */
export const typesInto = (fileType: string): string[] =>
  (FAMILIES.find(({ types }) => types.includes(fileType))?.into ?? []).filter(
    (type) => type !== fileType
  )
