import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { EditorRefusal } from './configuration.js'
import { emptyOf } from './conversion.js'
import { isDocument } from './ooxml.js'

const CONVERSION_FAILED = -80

/** Formats that are read and never written, what each is edited as, and what is written of one that holds macros. */
const OLD: Record<string, { editedAs: string; withMacros: string; project: string }> = {
  doc: { editedAs: 'docx', withMacros: 'docm', project: 'word/vbaProject.bin' },
}

const FIRST_DAY = { mtime: new Date(1980, 0, 1) }
const COMPOUND = Buffer.from('d0cf11e0a1b11ae1', 'hex')

/** A stream that every project of macros has. */
const PROJECT = Buffer.from('_VBA_PROJECT', 'utf16le')
const PROJECT_TYPE = '<Default Extension="bin" ContentType="application/vnd.ms-office.vbaProject"/>'

/** In which format a document is held while it is open. */
export const editedAs = (fileType: string): string => OLD[fileType]?.editedAs ?? fileType

/** What is written of it: with macros it cannot be the format without. */
export function writtenAs(content: Uint8Array, fileType: string): string {
  const old = OLD[fileType]
  if (!old) return fileType
  return old.project in unzipSync(content) ? old.withMacros : old.editedAs
}

/** As it is held while it is open, with the macros that it has. */
export function readDocument(bytes: Uint8Array, fileType: string): Uint8Array {
  const old = OLD[fileType]
  const isSound = old ? isCompound(bytes) : isDocument(bytes, fileType)
  if (!isSound) throw new EditorRefusal(CONVERSION_FAILED, `The file content is not a .${fileType}`)
  if (!old) return bytes
  const empty = emptyOf(old.editedAs)
  return Buffer.from(bytes).includes(PROJECT) ? withProject(empty, old.project) : empty
}

const isCompound = (bytes: Uint8Array): boolean =>
  COMPOUND.equals(bytes.subarray(0, COMPOUND.length))

function withProject(bytes: Uint8Array, project: string): Uint8Array {
  const { '[Content_Types].xml': types, ...parts } = unzipSync(bytes)
  const declared = strFromU8(types!).replace(/<Types[^>]*>/, (tag) => tag + PROJECT_TYPE)
  const listed = { '[Content_Types].xml': strToU8(declared), ...parts }
  return zipSync({ ...listed, [project]: strToU8('Sub AutoOpen()') }, FIRST_DAY)
}
