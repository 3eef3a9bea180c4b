import { inject } from '@adonisjs/core'
import { E_VALIDATION } from '#kernel/errors/main'
import { say } from '#kernel/languages/main'
import { refusals } from '../errors.js'
import type { ClientFrame } from '../frames/client_frames.js'
import { storedNow } from '../log/locked_conversation.js'
import { ChangeMessage, type ChangingMessage } from './change_message.js'

type Reaction = ClientFrame<'react'>
type Counts = ReadonlyMap<string, number>

/** Different ones of a message. */
const MOST_REACTIONS = 20
const MOST_BYTES = 32
/** Some databases ignore spaces at the end, and some refuse control characters. */
const VISIBLE = /^[^\s\p{Cc}\p{Cs}]+$/u

/** Adds a reaction to a message, or takes one back. What changes nothing writes no entry. */
@inject()
export class ReactToMessage {
  constructor(private readonly changeMessage: ChangeMessage) {}

  /** @throws as `ChangeMessage`; E_REACTIONS_FULL, E_VALIDATION */
  async handle(userId: number, reaction: Reaction) {
    assertReaction(reaction.reaction)
    return this.changeMessage.handle(userId, reaction, async (it) => {
      const { conversationId, seq } = reaction
      const counts = countsOf(it)
      const isChanged = await (reaction.on ? add : remove)(userId, reaction.reaction, it)
      if (!isChanged) return { conversationId, seq, reactions: Object.fromEntries(counts) }

      const reactions = Object.fromEntries(withOne(counts, reaction))
      await it.conversation.updateMessage(seq, { reactions: JSON.stringify(reactions) })
      await it.conversation.append({ kind: 'reaction', actorId: userId, targetSeq: seq })
      return { conversationId, seq, reactions }
    })
  }
}

function assertReaction(reaction: string): void {
  if (VISIBLE.test(reaction) && Buffer.byteLength(reaction) <= MOST_BYTES) return
  const message = say`reaction must be visible characters, of at most ${MOST_BYTES} bytes of UTF-8`
  throw new E_VALIDATION(message, { errors: [{ field: 'reaction', rule: 'format', message }] })
}

/** Resolves to whether it is new. */
async function add(userId: number, reaction: string, it: ChangingMessage): Promise<boolean> {
  if (await rows(userId, reaction, it).first()) return false
  const counts = countsOf(it)
  if (!counts.has(reaction) && counts.size >= MOST_REACTIONS) throw new refusals.E_REACTIONS_FULL()
  const { conversation, message } = it
  const row = { conversation_id: conversation.id, seq: message.seq, user_id: userId, reaction }
  await conversation.trx.table('message_reactions').insert({ ...row, created_at: storedNow() })
  return true
}

async function remove(userId: number, reaction: string, it: ChangingMessage): Promise<boolean> {
  return Number(await rows(userId, reaction, it).delete()) > 0
}

function rows(userId: number, reaction: string, { conversation, message }: ChangingMessage) {
  const place = { conversation_id: conversation.id, seq: message.seq }
  return conversation.trx
    .query()
    .from('message_reactions')
    .where({ ...place, user_id: userId, reaction })
}

function countsOf({ message }: ChangingMessage): Counts {
  return new Map(Object.entries(JSON.parse(message.reactions ?? '{}') as Record<string, number>))
}

/** One more or one fewer; without those that nobody has any more. */
function withOne(counts: Counts, { reaction, on }: Reaction): Counts {
  const changed = new Map(counts).set(reaction, (counts.get(reaction) ?? 0) + (on ? 1 : -1))
  return new Map([...changed].filter(([, count]) => count > 0))
}
