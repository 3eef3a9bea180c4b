import { fileURLToPath } from 'node:url'

const BLANKS = {
  word: {
    extension: 'docx',
    mimeType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  },
  cell: {
    extension: 'xlsx',
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  },
  slide: {
    extension: 'pptx',
    mimeType: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  },
} as const

export type BlankKind = keyof typeof BLANKS

interface BlankFile {
  path: string
  extension: string
  mimeType: string
}

export const blankKinds = Object.keys(BLANKS) as [BlankKind, ...BlankKind[]]

/** The empty file that a new document of this kind begins with. */
export function blankFile(kind: BlankKind): BlankFile {
  const { extension, mimeType } = BLANKS[kind]
  const url = new URL(`../assets/blank/${kind}.${extension}`, import.meta.url)

  return { path: fileURLToPath(url), extension, mimeType }
}
