import { inject } from '@adonisjs/core'
import { setImmediate } from 'node:timers/promises'
import { E_NOT_FOUND, E_UNAVAILABLE } from '#kernel/errors/main'
import { Broadcaster } from '../delivery/broadcaster.js'
import { refusals } from '../errors.js'
import { messagingConfig } from '../messaging_config.js'
import { Rosters } from '../rosters/rosters.js'
import type { Entry } from '../entries/entry.js'
import type { MessageDraft } from './insert_messages.js'
import { AlreadyStored, FilesGone, keyOf, MembersChanged, MessageStore } from './message_store.js'
import { publicationOf } from '../entries/publication.js'
import { noSuchFile } from './sendable_file.js'

interface Waiting {
  readonly draft: MessageDraft
  resolve(entry: Entry): void
  reject(error: unknown): void
}

interface Lane {
  readonly waiting: Waiting[]
  running: Promise<void> | null
}

const BATCH = 256
const MOST_WAITING = 10_000
const MOST_ATTEMPTS = 6

/**
 * Collects what all sockets of this node send while a commit is under way, and writes it with the next one. A conversation
 * always goes through the same lane: its messages keep the order in which they came.
 */
@inject()
export class MessageWriter {
  readonly #lanes: readonly Lane[]
  /** Messages that wait for the next commit, by `keyOf`. A repeat of one gets the same promise. */
  readonly #waiting = new Map<string, Promise<Entry>>()
  #stored = 0

  constructor(
    private readonly store: MessageStore,
    private readonly rosters: Rosters,
    private readonly broadcaster: Broadcaster
  ) {
    this.#lanes = Array.from({ length: messagingConfig().writers }, () => ({
      waiting: [],
      running: null,
    }))
  }

  get stored(): number {
    return this.#stored
  }

  /**
   * Resolves after the commit. A message that is stored already is not written again.
   *
   * @throws E_NOT_FOUND when the sender is no member any more, E_CONVERSATION_CLOSED, E_VALIDATION when its file is gone, E_UNAVAILABLE when the database is too slow
   */
  write(draft: MessageDraft): Promise<Entry> {
    const same = this.#waiting.get(keyOf(draft))
    if (same) return same
    const lane = this.#lanes[draft.conversationId % this.#lanes.length]!
    if (lane.waiting.length >= MOST_WAITING) return Promise.reject(new E_UNAVAILABLE())
    const { promise, resolve, reject } = Promise.withResolvers<Entry>()
    this.#waiting.set(keyOf(draft), promise)
    lane.waiting.push({ draft, resolve, reject })
    lane.running ??= this.#run(lane)
    return promise
  }

  async drained(): Promise<void> {
    for (const lane of this.#lanes) await lane.running
  }

  async #run(lane: Lane): Promise<void> {
    await setImmediate()
    while (lane.waiting.length > 0) {
      const batch = lane.waiting.splice(0, BATCH)
      for (const { draft } of batch) this.#waiting.delete(keyOf(draft))
      await this.#attempt(batch, MOST_ATTEMPTS)
    }
    lane.running = null
  }

  async #attempt(batch: Waiting[], attemptsLeft: number): Promise<void> {
    if (batch.length === 0) return
    try {
      this.#finish(batch, await this.store.write(batch.map(({ draft }) => draft)))
    } catch (error) {
      await this.#retry(batch, error, attemptsLeft - 1).catch((fault) => rejectAll(batch, fault))
    }
  }

  async #retry(batch: Waiting[], error: unknown, attemptsLeft: number): Promise<void> {
    if (attemptsLeft <= 0) throw error
    if (error instanceof AlreadyStored)
      return this.#attempt(await this.#answerStored(batch), attemptsLeft)
    if (error instanceof MembersChanged) return this.#writeApart(batch, error, attemptsLeft)
    if (error instanceof FilesGone)
      return this.#attempt(withPresentFiles(batch, error.fileIds), attemptsLeft)
    throw error
  }

  /** Conversations whose members change again and again delay no others. */
  async #writeApart(batch: Waiting[], error: MembersChanged, attemptsLeft: number): Promise<void> {
    const changed = new Set(error.conversationIds)
    const isChanged = ({ draft }: Waiting) => changed.has(draft.conversationId)
    await this.#attempt(
      batch.filter((waiting) => !isChanged(waiting)),
      attemptsLeft
    )
    for (const conversationId of changed) {
      this.rosters.forget(conversationId)
      await this.rosters.get(conversationId)
    }
    const still = batch.filter((waiting) => isChanged(waiting) && this.#isStillAllowed(waiting))
    return this.#attempt(still, attemptsLeft)
  }

  #isStillAllowed({ draft, reject }: Waiting): boolean {
    const roster = this.rosters.peek(draft.conversationId)
    const isMember = roster && (draft.actorId === null || roster.members.has(draft.actorId))
    if (!isMember) reject(new E_NOT_FOUND('No such conversation'))
    else if (roster.closed) reject(new refusals.E_CONVERSATION_CLOSED())
    else draft.membersSeq = roster.membersSeq
    return Boolean(isMember) && !roster?.closed
  }

  /** Resolves to those that are not stored. */
  async #answerStored(batch: Waiting[]): Promise<Waiting[]> {
    const stored = await this.store.find(batch.map(({ draft }) => draft))
    return batch.filter(({ draft, resolve }) => {
      const entry = stored.get(keyOf(draft))
      if (entry) resolve(entry)
      return !entry
    })
  }

  #finish(batch: Waiting[], entries: Entry[]): void {
    this.#stored += entries.length
    entries.forEach((entry, index) => batch[index]!.resolve(entry))
    this.broadcaster.publish(
      entries.map((entry, index) => publicationOf(entry, batch[index]!.draft.membersSeq))
    )
  }
}

function withPresentFiles(batch: Waiting[], gone: ReadonlySet<number>): Waiting[] {
  return batch.filter(({ draft, reject }) => {
    const isGone = gone.has(draft.fileId ?? 0)
    if (isGone) reject(noSuchFile())
    return !isGone
  })
}

function rejectAll(batch: Waiting[], error: unknown): void {
  for (const { reject } of batch) reject(error)
}
