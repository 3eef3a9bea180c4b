import Database from 'better-sqlite3'
import { toStored } from '#kernel/database/instant'
import { filled, HOSTILE_TEXTS } from './hostile_texts.js'
import type { Trial } from './trial.js'
import { send } from './wire.js'

interface SearchParts {
  port: number
  token: () => string
  /** Of the clerk who searches. */
  userId: number
  sqlitePath: string
}

interface Corpus {
  content: string | { text: string }
  messages: number
  keyword: string
}

/** In characters, as a keyword may have. */
const KEYWORD = 100
const LONG = 20_000
/** More than one request looks through. */
const MANY_LONG = 600
const MANY_SHORT = 60_000
const KINDS = [
  'letters',
  'blanks',
  'dots',
  'quotes',
  'backslashes',
  'accents',
  'marks on one letter',
  'ligatures',
  'pairs',
]

/**
 * Searches for what is nearly everywhere and is nowhere, each in a conversation of its own with more in it than one request may
 * look through. No more trials than the pace of searches allows, however often each is tried.
 */
export function searchTrials({ port, token, userId, sqlitePath }: SearchParts): Trial[] {
  const conversations = fill(sqlitePath, userId, corpora())
  return [...conversations].map(([kind, { conversationId, keyword }]) => ({
    actor: 'clerk',
    kind: `search: ${kind}`,
    target: 'GET /app/im/messages',
    run: () => {
      const query = new URLSearchParams({ keyword, conversationId: String(conversationId) })
      const headers = { authorization: `Bearer ${token()}` }
      return send(port, { method: 'GET', target: `/app/im/messages?${query}`, headers })
    },
  }))
}

function corpora(): Map<string, Corpus> {
  const nearlyThere = (text: (size: number) => string): Corpus => ({
    content: text(LONG),
    messages: MANY_LONG,
    keyword: `${[...text(KEYWORD - 1)].slice(0, (KEYWORD - 1) / 2).join('')}z`,
  })
  const long = KINDS.map((kind) => [kind, nearlyThere(HOSTILE_TEXTS[kind]!)] as const)
  const text = HOSTILE_TEXTS['marks of many classes']!(LONG)
  /** Every database finds it, in what holds the text: then the service looks into each. */
  const around = { content: { text }, messages: MANY_LONG, keyword: 'text' }
  const short = { content: filled('hay ', 40), messages: MANY_SHORT, keyword: 'needle' }
  return new Map([...long, ['around marks', around], ['very many short ones', short]])
}

/** Straight into the database: what it costs to send as much is another trial’s matter. */
function fill(sqlitePath: string, userId: number, kinds: ReadonlyMap<string, Corpus>) {
  const database = new Database(sqlitePath, { timeout: 10_000 })
  const at = toStored(new Date())
  const newConversation = database.prepare(
    `insert into conversations (type, title, owner_id, last_seq, created_at) values ('group', ?, ?, ?, ?)`
  )
  const newMember = database.prepare(
    'insert into conversation_members (conversation_id, user_id, created_at) values (?, ?, ?)'
  )
  const newMessage = database.prepare(
    `insert into messages (conversation_id, seq, client_message_id, sender_id, content_type, content, created_at)
     values (?, ?, ?, ?, 'text', ?, ?)`
  )
  const fillOne = database.transaction((kind: string, { content: said, messages }: Corpus) => {
    const { lastInsertRowid: id } = newConversation.run(kind, userId, messages, at)
    newMember.run(id, userId, at)
    const content = JSON.stringify(said)
    for (let seq = 1; seq <= messages; seq++)
      newMessage.run(id, seq, `fill-${id}-${seq}`, userId, content, at)
    return id
  })
  const made = new Map(
    [...kinds].map(([kind, corpus]) => [
      kind,
      { conversationId: fillOne(kind, corpus), keyword: corpus.keyword },
    ])
  )
  database.close()
  return made
}
