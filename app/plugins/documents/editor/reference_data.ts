import type { EditorSettings } from './editor_settings.js'

/** By what the editor names a document in formulas that refer to it: for good, whatever is edited in it. */
export interface ReferenceData {
  fileKey: string
  instanceId: string
}

/** Another installation has another address, so that its documents are not taken for ours. */
export function referenceDataOf({ id }: { id: number }, settings: EditorSettings): ReferenceData {
  return { fileKey: String(id), instanceId: settings.publicUrl('') }
}
