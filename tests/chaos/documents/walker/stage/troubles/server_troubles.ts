import type { FakeDocumentServer } from '../../../../../fakes/document_server/server.js'
import { WRITING, type Trouble } from './trouble.js'

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

  return [writing, downloads]
}
