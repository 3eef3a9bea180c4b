import type { DocumentType } from '../document_types.js'
import type { Level } from '../levels.js'

/** What the editor lets somebody do with the content; all `false` for a viewer. */
export interface EditorAccess {
  edit: boolean
  comment: boolean
  review: boolean
  fillForms: boolean
}

export const VIEWER: EditorAccess = Object.freeze({
  edit: false,
  comment: false,
  review: false,
  fillForms: false,
})
const EDITOR: EditorAccess = Object.freeze({
  edit: true,
  comment: true,
  review: true,
  fillForms: true,
})

/** Which kinds of editor know changes that wait to be accepted, and forms. */
const WITH_REVIEW: readonly DocumentType[] = ['word']
const WITH_FORMS: readonly DocumentType[] = ['word', 'pdf']

/**
 * Short of editing the editor is in one mode at a time: whoever reviews comments as well, and whoever fills in forms
 * does not comment. Where a kind of editor has no such mode, the next weaker one is left.
 */
export function accessOf(levels: ReadonlySet<Level>, type: DocumentType): EditorAccess {
  if (levels.has('edit')) return EDITOR
  if (levels.has('review') && WITH_REVIEW.includes(type))
    return { ...VIEWER, comment: true, review: true, fillForms: levels.has('fill') }
  if (levels.has('fill') && WITH_FORMS.includes(type)) return { ...VIEWER, fillForms: true }
  return levels.has('comment') ? { ...VIEWER, comment: true } : VIEWER
}

/** As what somebody is let in. */
export function levelOf({ edit, review, fillForms, comment }: EditorAccess): Level {
  if (edit) return 'edit'
  if (review) return 'review'
  if (fillForms) return 'fill'
  return comment ? 'comment' : 'view'
}

/** Whether what is done with it has to be saved. */
export function changesContent(access: EditorAccess): boolean {
  return Object.values(access).includes(true)
}
