import type { EditorSettings } from './editor_settings.js'

/** Permanent name of a document in formulas of other documents. */
export interface ReferenceData {
  fileKey: string
  instanceId: string
}

/** The address tells the documents of this installation from those of others. */
export function referenceDataOf({ id }: { id: number }, settings: EditorSettings): ReferenceData {
  return { fileKey: String(id), instanceId: settings.publicUrl('') }
}
