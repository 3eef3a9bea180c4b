import { storedToIso, storedToIsoOrNull } from '#kernel/database/main'
import type { ContentType, EntryKind } from './kinds.js'
import type { Row } from '../statements.js'

/** What edits, recalls, reactions and pins change of a message. */
export interface MessageState {
  /** JSON; `null` for messages that were recalled. */
  content: string | null
  editedAt: string | null
  recalledAt: string | null
  recalledBy: number | null
  /** JSON: reaction → how many. */
  reactions: string | null
  pinnedAt: string | null
}

/** An entry as it is read: times are ISO 8601. A change has the state that its target has now. */
export interface Entry extends MessageState {
  id: number
  conversationId: number
  seq: number
  kind: EntryKind
  actorId: number | null
  targetSeq: number | null
  clientMessageId: string | null
  contentType: ContentType | null
  replyTo: number | null
  /** JSON list of user ids. */
  mentions: string | null
  createdAt: string
}

/** The state of a change's target takes the place of its own, which is empty. */
const now = (column: string) => `coalesce(e.${column}, t.${column}) as ${column}`

export const ENTRY_COLUMNS = [
  'e.id, e.conversation_id, e.seq, e.kind, e.actor_id, e.target_seq, e.client_message_id',
  'e.reply_to, e.mentions, e.created_at',
  ...['content_type', 'content', 'edited_at', 'recalled_at', 'recalled_by'].map(now),
  ...['reactions', 'pinned_at'].map(now),
].join(', ')

export const ENTRY_TABLES = `conversation_entries e left join conversation_entries t
  on t.conversation_id = e.conversation_id and t.seq = e.target_seq`

export function toEntry(row: Row): Entry {
  return {
    id: Number(row.id),
    conversationId: Number(row.conversation_id),
    seq: Number(row.seq),
    kind: row.kind as EntryKind,
    actorId: numberOrNull(row.actor_id),
    targetSeq: numberOrNull(row.target_seq),
    clientMessageId: textOrNull(row.client_message_id),
    contentType: row.content_type as ContentType | null,
    content: textOrNull(row.content),
    replyTo: numberOrNull(row.reply_to),
    mentions: textOrNull(row.mentions),
    reactions: textOrNull(row.reactions),
    createdAt: storedToIso(row.created_at),
    editedAt: storedToIsoOrNull(row.edited_at),
    recalledAt: storedToIsoOrNull(row.recalled_at),
    recalledBy: numberOrNull(row.recalled_by),
    pinnedAt: storedToIsoOrNull(row.pinned_at),
  }
}

/** As JSON, the same in frames and over HTTP. Members without a value are left out. */
export function entryJson(entry: Entry): string {
  const { id, conversationId, seq, kind, actorId, createdAt } = entry
  const plain = { id, conversationId, seq, kind, actorId, createdAt, ...membersOf(entry) }
  const { content, mentions, reactions } = jsonMembersOf(entry)
  const json = JSON.stringify(plain).slice(0, -1)
  return `${json}${named('content', content)}${named('mentions', mentions)}${named('reactions', reactions)}}`
}

function membersOf(entry: Entry) {
  const { targetSeq, clientMessageId, contentType } = entry
  const { replyTo, editedAt, recalledAt, recalledBy, pinnedAt } = entry
  const target = {
    targetSeq: targetSeq ?? undefined,
    clientMessageId: clientMessageId ?? undefined,
  }
  switch (entry.kind) {
    case 'recall':
      return { ...target, recalledAt, recalledBy: recalledBy ?? undefined }
    case 'pin':
      return { ...target, pinnedAt }
    case 'reaction':
      return target
    case 'edit':
      return { ...target, contentType, editedAt, recalledAt: recalledAt ?? undefined }
    default:
      return {
        clientMessageId: clientMessageId ?? undefined,
        contentType: contentType ?? undefined,
        replyTo: replyTo ?? undefined,
        editedAt: editedAt ?? undefined,
        recalledAt: recalledAt ?? undefined,
        recalledBy: recalledBy ?? undefined,
        pinnedAt: pinnedAt ?? undefined,
      }
  }
}

/** Those that are JSON already. */
function jsonMembersOf({ kind, content, mentions, reactions }: Entry) {
  switch (kind) {
    case 'recall':
    case 'pin':
      return {}
    case 'reaction':
      return { reactions: reactions ?? '{}' }
    case 'edit':
      return { content: content ?? 'null' }
    case 'message':
      return { content: content ?? 'null', mentions, reactions }
    default:
      return { content: content ?? '{}' }
  }
}

function named(name: string, json: string | null | undefined): string {
  return json ? `,"${name}":${json}` : ''
}

function numberOrNull(value: unknown): number | null {
  return value === null || value === undefined ? null : Number(value)
}

function textOrNull(value: unknown): string | null {
  return value === null || value === undefined ? null : String(value)
}
