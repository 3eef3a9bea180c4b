import type { Change, TakenBack } from './change_history.js'
import type { SavedFiles } from './callback_payloads.js'
import { convertDocument } from './conversion.js'
import { writtenAs } from './old_formats.js'
import { dateDocument, printDocument, stampDocument } from './ooxml.js'
import type { Room } from './room.js'
import type { Services } from './services.js'

/** Where the server cannot write a format. */
const INSTEAD: Record<string, string> = { odt: 'docx' }

const OFFICE = ['docx', 'xlsx', 'pptx', 'docm']

/** A save whose files are written. */
export interface AssembledSave {
  /** What a callback says of the files; the links are signed anew at each call. Empty where writing them failed. */
  files: () => SavedFiles
  /** Absent where writing them failed. */
  output?: { bytes: Uint8Array; fileType: string }
  /** Whose change was the last. */
  last: Change | undefined
  /** By whose hand it is as it is: that may have been to take back all that was changed. */
  lastBy: TakenBack | undefined
}

/** Writes what the room holds now; of a submitted form, what it looks like on paper. */
export function assembleSave(
  room: Room,
  services: Services,
  { isForm = false } = {}
): AssembledSave {
  const { last, lastBy } = room.changes
  const written = { last, lastBy }
  if (services.faults.saving) return { files: () => ({}), ...written }
  const { store } = services
  const folder = store.folder(room.key)
  const output = outputOf(room, services, isForm)
  const path = store.keep(folder, output.fileType, output.bytes)
  const link = (stored: string) => store.link(stored)
  const files = () => ({ url: link(path), filetype: output.fileType })
  if (room.isContinued) return { files: () => ({ ...files(), history: {} }), output, ...written }
  const history = room.changes.toHistory(buildOf(services.version), room.sourceSha256)
  const changes = store.keep(folder, 'zip', room.changes.toArchive(), 'changes')
  return { files: () => ({ ...files(), changesurl: link(changes), history }), output, ...written }
}

/**
 * Where the server cannot write a format, it writes the one of the office packages, with macros where it has some. These
 * say when what is in them was changed last, while any change is left.
 */
function outputOf(room: Room, { faults, now, stamps }: Services, isForm: boolean) {
  const { fileType, heldAs, changes, content } = room
  const written = (faults.format && INSTEAD[fileType]) || writtenAs(content, fileType)
  const converted = convertDocument(content, heldAs, written)
  const shown = isForm ? printDocument(converted, written) : converted
  const changedAt = OFFICE.includes(written) ? changes.lastBy?.at : undefined
  const bytes = changedAt === undefined ? shown : dateDocument(shown, new Date(changedAt))
  return {
    bytes: stamps && written !== 'pdf' ? stampDocument(bytes, new Date(now())) : bytes,
    fileType: written,
  }
}

const buildOf = (version: string): string => version.split('.').slice(0, 3).join('.')
