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
    clientMessageId: row.client_message_id as string | null,
    contentType: row.content_type as ContentType | null,
    content: row.content as string | null,
    replyTo: numberOrNull(row.reply_to),
    mentions: row.mentions as string | null,
    reactions: row.reactions as string | null,
    createdAt: storedToIso(row.created_at),
    editedAt: storedToIsoOrNull(row.edited_at),
    recalledAt: storedToIsoOrNull(row.recalled_at),
    recalledBy: numberOrNull(row.recalled_by),
    pinnedAt: storedToIsoOrNull(row.pinned_at),
  }
}

const OWN = ['targetSeq', 'clientMessageId'] as const
const STATE = ['contentType', 'replyTo', 'editedAt', 'recalledAt', 'recalledBy'] as const
const LINE: readonly (keyof Entry)[] = [...OWN, ...STATE, 'pinnedAt']

/** Changes bring what they change alone. */
const CHANGED: { [Kind in EntryKind]?: typeof LINE } = {
  edit: [...OWN, 'contentType', 'editedAt', 'recalledAt'],
  recall: [...OWN, 'recalledAt', 'recalledBy'],
  pin: OWN,
  reaction: OWN,
}

/** As JSON, the same in frames and over HTTP. Members without a value are left out. */
export function entryJson(entry: Entry): string {
  const { id, conversationId, seq, kind, actorId, createdAt, pinnedAt } = entry
  const plain: Record<string, unknown> = { id, conversationId, seq, kind, actorId, createdAt }
  for (const name of CHANGED[kind] ?? LINE) plain[name] = entry[name] ?? undefined
  if (kind === 'pin') plain.pinnedAt = pinnedAt
  return `${JSON.stringify(plain).slice(0, -1)}${jsonMembersOf(entry)}}`
}

/** Those that are JSON already. */
function jsonMembersOf({ kind, content, mentions, reactions }: Entry): string {
  if (kind === 'recall' || kind === 'pin') return ''
  if (kind === 'reaction') return named('reactions', reactions ?? '{}')
  const said = named('content', content ?? 'null')
  if (kind !== 'message') return said
  return said + named('mentions', mentions) + named('reactions', reactions)
}

function named(name: string, json: string | null): string {
  return json ? `,"${name}":${json}` : ''
}

export function numberOrNull(value: unknown): number | null {
  return value === null ? null : Number(value)
}
