import { t, type Shaped } from '#kernel/contracts/main'
import { entryJson, type Entry } from '../entries/entry.js'
import { CONTENT_TYPES, ENTRY_KINDS } from '../entries/kinds.js'

const ofMessages = (what: string) => ({ description: `Of messages: ${what}` })

export const entryShape = t.object(
  {
    id: t.id(),
    conversationId: t.id(),
    seq: t.integer({
      minimum: 1,
      description: 'Counts on from 1 in each conversation, without gaps',
    }),
    kind: t.oneOf(ENTRY_KINDS),
    actorId: t.nullable(t.id()),
    createdAt: t.instant(),
    targetSeq: t.optional(t.integer({ description: 'Of changes: the message that they change' })),
    clientMessageId: t.optional(t.text()),
    contentType: t.optional(t.oneOf([...CONTENT_TYPES, 'notice'] as const)),
    content: t.optional(t.json({ description: 'As it is now; null once the message is recalled' })),
    replyTo: t.optional(t.integer(ofMessages('seq of the message that this one answers'))),
    mentions: t.optional(t.array(t.id())),
    reactions: t.optional(t.map(t.integer({ description: 'How many reacted so' }))),
    editedAt: t.optional(t.instant()),
    recalledAt: t.optional(t.instant()),
    recalledBy: t.optional(t.id()),
    pinnedAt: t.optional(t.nullable(t.instant())),
  },
  { title: 'ConversationEntry' }
)

export type EntryView = Shaped<typeof entryShape>

/** The same over HTTP as in frames. */
export function entryView(entry: Entry): EntryView {
  return JSON.parse(entryJson(entry)) as EntryView
}

const asOf = () => t.integer({ description: 'The last seq of the conversation as it was read' })

export const historyShape = t.object(
  {
    items: t.array(entryShape),
    asOf: asOf(),
    ownReactions: t.map(t.array(t.text({ description: 'By the seq of the message' }))),
    hasBefore: t.boolean({ description: 'Whether there are more before the first of these' }),
    hasAfter: t.boolean({ description: 'Whether there are more after the last of these' }),
  },
  { title: 'ConversationHistory' }
)

export const pinnedShape = t.object(
  { items: t.array(entryShape), asOf: t.integer({ minimum: 0 }) },
  { title: 'PinnedMessages' }
)

export const entriesShape = t.object(
  {
    conversationId: t.id(),
    after: t.integer({ minimum: 0 }),
    seq: t.integer({ minimum: 0, description: 'Up to here, with those that are not for one' }),
    entries: t.array(entryShape),
    asOf: asOf(),
  },
  { title: 'ConversationEntries' }
)

/** In bytes: longer contents are read with the history. */
const LONGEST_IN_LIST = 8 * 1024

export const lastMessageShape = t.object(
  {
    ...entryShape.properties,
    contentLeftOut: t.boolean({
      description:
        'Whether it is longer than 8 KB: `content` is null then, and read with the history',
    }),
  },
  { title: 'LastMessage' }
)

export function lastMessageView(entry: Entry): Shaped<typeof lastMessageShape> {
  const contentLeftOut = Buffer.byteLength(entry.content ?? '') > LONGEST_IN_LIST
  const shown = contentLeftOut ? { ...entry, content: null } : entry
  return { ...entryView(shown), contentLeftOut }
}
