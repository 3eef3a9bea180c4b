/** A `.doc` is read and never written: it is edited as docx, and written as docm where it holds macros. */
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { EditorRefusal } from './configuration.js'
import { emptyOf } from './conversion.js'
import { FIRST_DAY, isDocument } from './ooxml.js'

const CONVERSION_FAILED = -80
const COMPOUND = Buffer.from('d0cf11e0a1b11ae1', 'hex')

/** A stream that every project of macros has. */
const PROJECT = Buffer.from('_VBA_PROJECT', 'utf16le')
const PROJECT_PART = 'word/vbaProject.bin'
const PROJECT_TYPE = '<Default Extension="bin" ContentType="application/vnd.ms-office.vbaProject"/>'

/** In which format a document is held while it is open. */
export const editedAs = (fileType: string): string => (fileType === 'doc' ? 'docx' : fileType)

export function writtenAs(content: Uint8Array, fileType: string): string {
  if (fileType !== 'doc') return fileType
  return PROJECT_PART in unzipSync(content) ? 'docm' : 'docx'
}

/** As it is held while it is open, with the macros that it has. */
export function readDocument(bytes: Uint8Array, fileType: string): Uint8Array {
  const isOld = fileType === 'doc'
  const isSound = isOld ? COMPOUND.equals(bytes.subarray(0, 8)) : isDocument(bytes, fileType)
  if (!isSound) throw new EditorRefusal(CONVERSION_FAILED, `The file content is not a .${fileType}`)
  if (!isOld) return bytes
  const empty = emptyOf('docx')
  return Buffer.from(bytes).includes(PROJECT) ? withProject(empty) : empty
}

function withProject(bytes: Uint8Array): Uint8Array {
  const { '[Content_Types].xml': types, ...parts } = unzipSync(bytes)
  const declared = strFromU8(types!).replace(/<Types[^>]*>/, (tag) => tag + PROJECT_TYPE)
  const listed = { '[Content_Types].xml': strToU8(declared), ...parts }
  return zipSync({ ...listed, [PROJECT_PART]: strToU8('Sub AutoOpen()') }, { mtime: FIRST_DAY })
}
