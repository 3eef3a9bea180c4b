import type { DocumentType } from '../document_types.js'
import type { Level } from '../levels.js'

/** The permissions of an editor configuration; all `false` for a viewer. */
export interface EditorAccess {
  edit: boolean
  comment: boolean
  review: boolean
  fillForms: boolean
}

export const VIEWER: EditorAccess = { edit: false, comment: false, review: false, fillForms: false }
const EDITOR: EditorAccess = { edit: true, comment: true, review: true, fillForms: true }

const WITH_REVIEW: readonly DocumentType[] = ['word']
const WITH_FORMS: readonly DocumentType[] = ['word', 'pdf']

/**
 * Without the right to edit, the editor has one mode at a time: a reviewer can also comment, and who fills in forms cannot.
 * An editor that lacks the mode falls back to the next weaker one.
 */
export function accessOf(levels: ReadonlySet<Level>, type: DocumentType): EditorAccess {
  if (levels.has('edit')) return EDITOR
  if (levels.has('review') && WITH_REVIEW.includes(type))
    return { ...VIEWER, comment: true, review: true, fillForms: levels.has('fill') }
  if (levels.has('fill') && WITH_FORMS.includes(type)) return { ...VIEWER, fillForms: true }
  return levels.has('comment') ? { ...VIEWER, comment: true } : VIEWER
}

export function levelOf({ edit, review, fillForms, comment }: EditorAccess): Level {
  if (edit) return 'edit'
  if (review) return 'review'
  if (fillForms) return 'fill'
  return comment ? 'comment' : 'view'
}

export function changesContent(access: EditorAccess): boolean {
  return Object.values(access).includes(true)
}
