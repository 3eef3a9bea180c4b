import type { Answered, messagingMessagesIndex } from '@chancery/http-client'
import type { Entry, LaterChange } from '@chancery/messaging-client'

/** An entry that is shown as a row: a message, or an event such as a member who joined. */
export type Line = Answered<Awaited<ReturnType<typeof messagingMessagesIndex>>>['items'][number]

export function isChange(entry: Entry): entry is Extract<Entry, { targetSeq: number }> {
  return 'targetSeq' in entry
}

/** Applies a change to a line. A change of another line leaves it as it is. */
export function changedLine<One extends Line>(line: One, change: LaterChange): One {
  if (line.kind !== 'message') return line
  if (change.kind === 'erased') {
    const isErased = line.actorId === change.content.userId && line.seq < change.seq
    return isErased ? recalled(line, change.createdAt) : line
  }
  if (line.seq !== change.targetSeq || line.recalledAt) return line
  switch (change.kind) {
    case 'edit':
      if (change.recalledAt) return recalled(line, change.recalledAt)
      return { ...line, content: change.content, editedAt: change.editedAt }
    case 'recall':
      return recalled(line, change.recalledAt)
    case 'reaction':
      return { ...line, reactions: change.reactions }
    case 'pin':
      return { ...line, pinnedAt: change.pinnedAt }
  }
}

function recalled<One extends Line>(line: One, recalledAt: string): One {
  const gone = { content: null, mentions: undefined, reactions: undefined, pinnedAt: undefined }
  return { ...line, ...gone, recalledAt }
}
