import type { Logger } from '@adonisjs/core/logger'
import type { Bus } from '#kernel/state/main'
import type { Connections } from '../gateway/connections.js'
import type { Recalled, RecallLog } from '../recalls/recall_log.js'
import type { Rosters } from '../rosters/rosters.js'
import { messageFrame, type StoredMessage } from '../writing/stored_message.js'
import type { Delivery } from './delivery.js'
import type { FanOut } from './fan_out.js'
import type { MessageLog } from './message_log.js'
import { recalledFrame } from './recalled_frame.js'

interface Mark {
  recall: number
  lastId: number
}

const EVERY_MS = 30_000
/** A commit may take so long after its id was given. */
const MARKS_KEPT = 2
const PAGE = 500

/**
 * While other nodes cannot be heard their messages pass this node by. It keeps marks of how far the table had come,
 * and when it can hear again delivers what was stored since a mark well before the loss; sockets may see some of it
 * twice.
 */
export class CatchUp {
  readonly #marks: Mark[] = []
  #timer: NodeJS.Timeout | null = null
  #rounds: Promise<void> = Promise.resolve()

  constructor(
    private readonly bus: Bus,
    private readonly log: MessageLog,
    private readonly recalls: RecallLog,
    private readonly rosters: Rosters,
    private readonly delivery: Delivery,
    private readonly fanOut: FanOut,
    private readonly connections: Connections,
    private readonly logger: Logger
  ) {}

  async start(): Promise<void> {
    await this.mark()
    this.#timer ??= setInterval(() => void this.mark(), EVERY_MS).unref()
  }

  stop(): void {
    if (this.#timer) clearInterval(this.#timer)
    this.#timer = null
  }

  /** Only what was heard counts. */
  async mark(): Promise<void> {
    if (!this.bus.connected) return
    try {
      const { position: recall } = await this.recalls.last()
      const lastId = await this.log.lastId()
      if (!this.bus.connected) return
      this.#marks.push({ recall, lastId })
      if (this.#marks.length > MARKS_KEPT) this.#marks.shift()
    } catch (error) {
      this.logger.debug({ err: error }, 'the messages could not be marked')
    }
  }

  /**
   * @param afterId another node says that it told nobody of what came after
   */
  async run(afterId?: number): Promise<void> {
    this.#rounds = this.#rounds
      .then(() => this.#round(afterId))
      .catch((error) => {
        this.logger.error({ err: error }, 'catching up failed; clients catch up by sync')
      })
    await this.#rounds
  }

  async #round(afterId: number | undefined): Promise<void> {
    const [mark] = this.#marks
    if (!mark) return
    const lastId = Math.min(mark.lastId, afterId ?? mark.lastId)
    await this.#deliverSince({ recall: mark.recall, lastId })
    this.#marks.splice(0, this.#marks.length - 1)
  }

  async #deliverSince({ recall, lastId }: Mark): Promise<void> {
    if (this.connections.size === 0) return
    let after = lastId
    let page: StoredMessage[]
    do {
      page = await this.log.afterId(after, PAGE)
      for (const message of page) await this.#offer(message)
      after = page.at(-1)?.id ?? after
    } while (page.length === PAGE)

    await this.#tellRecallsSince(recall)
  }

  async #offer(message: StoredMessage): Promise<void> {
    const { conversationId, seq } = message
    const roster = await this.rosters.get(conversationId)
    if (!roster) return
    const frame = messageFrame(message)
    const memberVersion = roster.version
    this.delivery.offer({ conversationId, seq, memberVersion, frame, origin: null })
  }

  async #tellRecallsSince(position: number): Promise<void> {
    await this.recalls.last()
    let some = await this.recalls.since(position)
    while (some.length > 0) {
      for (const one of some) await this.#tellRecall(one)
      some = await this.recalls.since(some.at(-1)!.position)
    }
  }

  async #tellRecall(recalled: Recalled): Promise<void> {
    const frame = JSON.stringify(recalledFrame(recalled))
    const telling = this.fanOut.telling({ frame, only: null, except: null })
    await this.delivery.tell(recalled.conversationId, telling)
  }
}
