/** An entry as frames and HTTP bring it. */
export interface Entry {
  id: number
  conversationId: number
  seq: number
  kind: string
  actorId: number | null
  targetSeq?: number
  clientMessageId?: string
  content?: any
  editedAt?: string | null
  recalledAt?: string | null
  reactions?: Record<string, number>
  pinnedAt?: string | null
}

/** Of a line, what all devices and the history have to agree on. */
export interface Line {
  kind: string
  actorId: number | null
  content: string
  edited: string | null
  isRecalled: boolean
  reactions: string
  isPinned: boolean
}

const CHANGES = ['edit', 'recall', 'reaction', 'pin']
export const isChange = ({ kind }: Entry): boolean => CHANGES.includes(kind)

export function lineOf(entry: Entry): Line {
  const { kind, actorId, content, editedAt, recalledAt, reactions, pinnedAt } = entry
  return {
    kind,
    actorId,
    content: JSON.stringify(content ?? null),
    edited: editedAt ?? null,
    isRecalled: Boolean(recalledAt),
    reactions: textOf(reactions),
    isPinned: Boolean(pinnedAt),
  }
}

/** Sets what a change brings, and adds nothing. */
export function change(line: Line, entry: Entry): void {
  if (entry.kind === 'edit') {
    line.content = JSON.stringify(entry.content ?? null)
    line.edited = entry.editedAt ?? null
  } else if (entry.kind === 'recall') {
    Object.assign(line, { content: 'null', isRecalled: true, reactions: '{}', isPinned: false })
  } else if (entry.kind === 'reaction') line.reactions = textOf(entry.reactions)
  else line.isPinned = Boolean(entry.pinnedAt)
}

const MEMBERS = ['kind', 'actorId', 'content', 'edited', 'isRecalled', 'reactions', 'isPinned']

/** Equal for equal lines. */
export const lineText = (line: Line | undefined): string =>
  line ? JSON.stringify(line, MEMBERS) : 'nothing'

/** Whatever the order in which they were given. */
function textOf(reactions: Record<string, number> = {}): string {
  return JSON.stringify(Object.fromEntries(Object.entries(reactions).sort()))
}
