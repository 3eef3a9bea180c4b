import { fileURLToPath } from 'node:url'

const EXTENSIONS = { word: 'docx', cell: 'xlsx', slide: 'pptx' } as const

export type BlankKind = keyof typeof EXTENSIONS

export const blankKinds = Object.keys(EXTENSIONS) as [BlankKind, ...BlankKind[]]

export function blankFile(kind: BlankKind): { path: string } {
  const url = new URL(`../assets/blank/${kind}.${EXTENSIONS[kind]}`, import.meta.url)
  return { path: fileURLToPath(url) }
}
