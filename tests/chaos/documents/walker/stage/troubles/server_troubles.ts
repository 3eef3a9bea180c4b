import type { FakeDocumentServer } from '../../../../../fakes/document_server/server.js'
import { WRITING, WRITING_AT_ALL, WRITING_WELL, type Trouble } from './trouble.js'

/** What can break in the document server. */
export function serverTroubles({ faults }: FakeDocumentServer): Trouble[] {
  const writing: Trouble = {
    name: WRITING,
    strike: async () => void (faults.saving = true),
    mend: async () => void delete faults.saving,
  }
  const downloads: Trouble = {
    name: 'the download of saved files',
    strike: async () => void (faults.output = 'unavailable'),
    mend: async () => void delete faults.output,
  }

  const writingWell: Trouble = {
    name: WRITING_WELL,
    strike: async () => void (faults.corrupted = true),
    mend: async () => void delete faults.corrupted,
  }
  const writingAtAll: Trouble = {
    name: WRITING_AT_ALL,
    strike: async () => void Object.assign(faults, { corrupted: true, output: 'unavailable' }),
    mend: async () => {
      delete faults.corrupted
      delete faults.output
    },
  }

  return [writing, downloads, writingWell, writingAtAll]
}
