/** What people send. */
export const CONTENT_TYPES = ['text', 'image', 'file', 'custom'] as const
export type ContentType = (typeof CONTENT_TYPES)[number] | 'notice'

/** Entries that stand by themselves. */
export const LINE_KINDS = ['message', 'joined', 'left', 'changed', 'role', 'erased'] as const
/** Entries that change a message. */
export const CHANGE_KINDS = ['edit', 'recall', 'reaction', 'pin'] as const
export const ENTRY_KINDS = [...LINE_KINDS, ...CHANGE_KINDS] as const
export type EntryKind = (typeof ENTRY_KINDS)[number]
