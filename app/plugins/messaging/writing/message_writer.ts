import { setImmediate } from 'node:timers/promises'
import { E_NOT_FOUND, E_UNAVAILABLE } from '#kernel/errors/main'
import { clock } from '#kernel/state/main'
import { E_CONVERSATION_CLOSED } from '../errors.js'
import { noSuchFile } from './sendable_file.js'
import type { Rosters } from '../rosters/rosters.js'
import type { MessageDraft } from './message_draft.js'
import {
  AlreadyStored,
  FilesGone,
  keyOf,
  MembersChanged,
  type MessageStore,
} from './message_store.js'
import type { StoredMessage } from './stored_message.js'

export interface Written {
  readonly message: StoredMessage
  /** Version of the members who get it. */
  readonly memberVersion: number
  /** Who sent it gets it acknowledged, not delivered. */
  readonly origin: object | null
}

interface Waiting {
  readonly draft: MessageDraft
  readonly origin: object | null
  resolve(message: StoredMessage): void
  reject(error: unknown): void
}

interface Lane {
  readonly waiting: Waiting[]
  running: Promise<void> | null
}

const BATCH = 256
const MOST_WAITING = 10_000
const MOST_ATTEMPTS = 6
const TOLD_AGAIN_MS = 60_000

/**
 * Gathers what all sockets of this node send while a commit is under way, and writes it with the next one. A
 * conversation always goes through the same lane, so messages keep the order in which they came.
 */
export class MessageWriter {
  readonly #lanes: readonly Lane[]
  #stored = 0

  constructor(
    private readonly store: MessageStore,
    private readonly rosters: Rosters,
    lanes: number,
    private readonly onWritten: (written: readonly Written[]) => void
  ) {
    this.#lanes = Array.from({ length: lanes }, () => ({ waiting: [], running: null }))
  }

  /** So many were stored since the start. */
  get stored(): number {
    return this.#stored
  }

  /**
   * Resolves after the commit. A message that is there already is not written again.
   *
   * @throws E_NOT_FOUND when the sender is no member any more, E_CONVERSATION_CLOSED, E_VALIDATION when its file is gone, E_UNAVAILABLE when the database is too slow
   */
  write(draft: MessageDraft, origin: object | null): Promise<StoredMessage> {
    const lane = this.#lanes[draft.conversationId % this.#lanes.length]!
    if (lane.waiting.length >= MOST_WAITING) return Promise.reject(new E_UNAVAILABLE())
    return new Promise((resolve, reject) => {
      lane.waiting.push({ draft, origin, resolve, reject })
      lane.running ??= this.#run(lane)
    })
  }

  /** Resolves once nothing waits any more. */
  async drained(): Promise<void> {
    for (const lane of this.#lanes) await lane.running
  }

  async #run(lane: Lane): Promise<void> {
    await setImmediate()
    while (lane.waiting.length > 0) await this.#settle(lane.waiting.splice(0, BATCH))
    lane.running = null
  }

  async #settle(batch: Waiting[]): Promise<void> {
    const { first, repeats } = withoutRepeats(batch)
    await this.#attempt(first, MOST_ATTEMPTS)
    if (repeats.length === 0) return
    await this.#mend(repeats, new AlreadyStored(), 3).catch((fault) => rejectAll(repeats, fault))
  }

  async #attempt(batch: Waiting[], attemptsLeft: number): Promise<void> {
    if (batch.length === 0) return
    try {
      this.#finish(batch, await this.store.write(batch.map(({ draft }) => draft)))
    } catch (error) {
      await this.#mend(batch, error, attemptsLeft - 1).catch((fault) => rejectAll(batch, fault))
    }
  }

  async #mend(batch: Waiting[], error: unknown, attemptsLeft: number): Promise<void> {
    if (attemptsLeft <= 0) throw error
    if (error instanceof AlreadyStored)
      return this.#attempt(await this.#answerStored(batch), attemptsLeft)
    if (error instanceof MembersChanged) return this.#writeApart(batch, error, attemptsLeft)
    if (error instanceof FilesGone)
      return this.#attempt(withTheirFiles(batch, error.fileIds), attemptsLeft)
    throw error
  }

  /** Where members change again and again nobody else is held up. */
  async #writeApart(batch: Waiting[], error: MembersChanged, attemptsLeft: number): Promise<void> {
    const concerned = new Set(error.conversationIds)
    const isConcerned = ({ draft }: Waiting) => concerned.has(draft.conversationId)
    const others = batch.filter((waiting) => !isConcerned(waiting))
    await this.#attempt(others, attemptsLeft)
    const still = await this.#stillMembers(batch.filter(isConcerned), error)
    return this.#attempt(still, attemptsLeft)
  }

  /** Answers those that are there already; resolves to the others. */
  async #answerStored(batch: Waiting[]): Promise<Waiting[]> {
    const stored = await this.store.find(batch.map(({ draft }) => draft))
    this.#tellAgain(batch, stored)
    return batch.filter(({ draft, resolve }) => {
      const message = stored.get(keyOf(draft))
      if (message) resolve(message)
      return !message
    })
  }

  /** Whoever wrote it may have died before telling anybody; those who know it already do not mind. */
  #tellAgain(batch: Waiting[], stored: ReadonlyMap<string, StoredMessage>): void {
    const recent = clock.now() - TOLD_AGAIN_MS
    const again = batch.flatMap(({ draft, origin }) => {
      const message = stored.get(keyOf(draft))
      if (!message || Date.parse(message.createdAt) < recent) return []
      return { message, memberVersion: draft.memberVersion, origin }
    })
    if (again.length > 0) this.onWritten(again)
  }

  async #stillMembers(batch: Waiting[], { conversationIds }: MembersChanged): Promise<Waiting[]> {
    for (const conversationId of conversationIds) {
      this.rosters.forget(conversationId)
      await this.rosters.get(conversationId)
    }
    return batch.filter((waiting) => this.#checkedAgain(waiting))
  }

  #checkedAgain({ draft, reject }: Waiting): boolean {
    const roster = this.rosters.peek(draft.conversationId)
    const isMember = roster && (draft.senderId === null || roster.members.has(draft.senderId))
    if (!isMember) reject(new E_NOT_FOUND('No such conversation'))
    else if (roster.closed) reject(new E_CONVERSATION_CLOSED())
    else draft.memberVersion = roster.version
    return Boolean(isMember) && !roster?.closed
  }

  #finish(batch: Waiting[], messages: StoredMessage[]): void {
    const written = messages.map((message, index) => {
      const { draft, origin } = batch[index]!
      return { message, memberVersion: draft.memberVersion, origin }
    })
    this.#stored += messages.length
    messages.forEach((message, index) => batch[index]!.resolve(message))
    this.onWritten(written)
  }
}

/** The same message twice in one batch: a client that was too impatient. */
function withoutRepeats(batch: Waiting[]): { first: Waiting[]; repeats: Waiting[] } {
  const seen = new Set<string>()
  const repeats: Waiting[] = []
  const first = batch.filter((waiting) => {
    const { draft } = waiting
    if (draft.senderId === null || !seen.has(keyOf(draft))) {
      seen.add(keyOf(draft))
      return true
    }
    repeats.push(waiting)
    return false
  })
  return { first, repeats }
}

/** Refuses those whose files are gone; returns the others. */
function withTheirFiles(batch: Waiting[], gone: ReadonlySet<number>): Waiting[] {
  return batch.filter(({ draft, reject }) => {
    const isGone = gone.has(draft.fileId ?? 0)
    if (isGone) reject(noSuchFile())
    return !isGone
  })
}

function rejectAll(batch: Waiting[], error: unknown): void {
  for (const { reject } of batch) reject(error)
}
