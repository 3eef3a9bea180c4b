import { inject } from '@adonisjs/core'
import { Logger } from '@adonisjs/core/logger'
import { LRUCache } from 'lru-cache'
import type { Publication } from '../entries/publication.js'
import { messagingConfig } from '../messaging_config.js'
import type { Roster } from '../rosters/roster.js'
import { Rosters } from '../rosters/rosters.js'
import { FanOut } from './fan_out.js'
import { OrderedQueue } from './ordered_queue.js'

const MOST_QUEUES = 50_000
/** How long an entry waits for one before it that another node is still publishing. */
const GAP_MS = 50
/** Beyond it gaps are not waited for. */
const MOST_WAITING = 1_000
/** How long changes in a large group wait for each other, or for the next message. */
const TOGETHER_MS = 1_000

/**
 * Gives the entries of each conversation to this node's sockets in the order of `seq`. Entries of several nodes may overtake each
 * other. What never comes is left out: each frame says what comes before it, and clients ask for what they miss.
 */
@inject()
export class Delivery {
  readonly #queues = new LRUCache<number, OrderedQueue>({ max: MOST_QUEUES })

  constructor(
    private readonly rosters: Rosters,
    private readonly fanOut: FanOut,
    private readonly logger: Logger
  ) {}

  offer(publication: Publication): void {
    const queue = this.#queueOf(publication.conversationId)
    queue.add(publication)
    this.#advance(queue)
  }

  /** Another epoch: the numbers begin anew. */
  clear(): void {
    for (const queue of this.#queues.values()) queue.stopTimers()
    this.#queues.clear()
  }

  #advance(queue: OrderedQueue): void {
    if (queue.isReading) return
    for (let next = queue.next(); next; next = queue.next()) {
      const roster = this.rosters.peek(next.conversationId, membersNeededBy(next))
      if (!roster) return void this.#read(queue, next)
      this.#deliver(queue, next, roster)
    }
    if (queue.size > MOST_WAITING) this.#skipGap(queue)
    else if (queue.size > 0) queue.timer ??= setTimeout(() => this.#skipGap(queue), GAP_MS)
  }

  #skipGap(queue: OrderedQueue): void {
    if (queue.timer) clearTimeout(queue.timer)
    queue.timer = null
    queue.skipGap()
    this.#advance(queue)
  }

  async #read(queue: OrderedQueue, next: Publication): Promise<void> {
    queue.isReading = true
    try {
      const roster = await this.rosters.get(next.conversationId, membersNeededBy(next))
      this.#deliver(queue, next, roster ?? deletedRoster(next.conversationId))
    } catch (error) {
      const { conversationId } = next
      this.logger.error({ err: error, conversationId }, 'an entry was not delivered; clients sync')
      queue.done(next)
    }
    queue.isReading = false
    this.#advance(queue)
  }

  #deliver(queue: OrderedQueue, publication: Publication, before: Roster): void {
    this.rosters.apply(publication)
    const after = this.rosters.peek(publication.conversationId) ?? before
    const roster = publication.kind === 'joined' ? after : before
    queue.done(publication)
    if (!this.#mayWait(publication, roster))
      return this.fanOut.deliver(queue.releaseTogether(publication), roster)
    queue.holdTogether(publication)
    queue.togetherTimer ??= setTimeout(() => this.#releaseTogether(queue, roster), TOGETHER_MS)
  }

  #releaseTogether(queue: OrderedQueue, before: Roster): void {
    queue.togetherTimer = null
    if (queue.together.length === 0) return
    const roster = this.rosters.peek(before.conversationId) ?? before
    this.fanOut.deliver(queue.releaseTogether(), roster)
  }

  #mayWait({ kind }: Publication, { members }: Roster): boolean {
    return members.size > messagingConfig().signsUpTo && kind !== 'message' && kind !== 'left'
  }

  #queueOf(conversationId: number): OrderedQueue {
    const known = this.#queues.get(conversationId)
    if (known) return known
    const queue = new OrderedQueue()
    this.#queues.set(conversationId, queue)
    return queue
  }
}

/** Of a deleted conversation nobody is a member; whom its last entries name is told. */
function deletedRoster(conversationId: number): Roster {
  return { conversationId, type: 'group', membersSeq: 0, closed: true, members: new Map() }
}

/** Members who joined in great number are named by no entry. */
function membersNeededBy({ kind, seq, membersSeq, isStep }: Publication): number {
  return kind === 'joined' && !isStep ? seq : membersSeq
}
