import type { Change, TakenBack } from './change_history.js'
import type { SavedFiles } from './callback_payloads.js'
import { dateDocument, printDocument, stampDocument } from './ooxml.js'
import type { Room } from './room.js'
import type { Services } from './services.js'

/** A save whose files are written. */
export interface AssembledSave {
  /** What a callback says of the files, with links signed anew. Empty where writing them failed. */
  files: () => SavedFiles
  /** Absent where writing them failed. */
  output?: { bytes: Uint8Array; fileType: string }
  last: Change | undefined
  /** Who changed or took back something last. */
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
  const files = () => ({ url: store.link(path), filetype: output.fileType })
  if (room.isContinued) return { files: () => ({ ...files(), history: {} }), output, ...written }
  const history = room.changes.toHistory(buildOf(services.version), room.sourceSha256)
  const archive = store.keep(folder, 'zip', room.changes.toArchive(), 'changes')
  const traces = () => ({ changesurl: store.link(archive), history })
  return { files: () => ({ ...files(), ...traces() }), output, ...written }
}

/** An office package says when it was changed last, while any change is left. */
function outputOf(room: Room, { now, stamps }: Services, isForm: boolean) {
  const { fileType, changes, content } = room
  const shown = isForm ? printDocument(content, fileType) : content
  const changedAt = fileType === 'docx' ? changes.lastBy?.at : undefined
  const dated = changedAt === undefined ? shown : dateDocument(shown, new Date(changedAt))
  const bytes = stamps && fileType !== 'pdf' ? stampDocument(dated, new Date(now())) : dated
  return { bytes, fileType }
}

const buildOf = (version: string): string => version.split('.').slice(0, 3).join('.')
