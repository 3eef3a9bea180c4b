import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import type { HttpContext } from '@adonisjs/core/http'
import type { ContainerBindings } from '@adonisjs/core/types'
import { tooMany } from '#kernel/rate_limit/main'
import { clock } from '#kernel/state/main'
import { messagingConfig } from '../messaging_config.js'
import type { Admission } from '../sockets/connection.js'
import { entryJson, type Entry } from '../entries/entry.js'

/** Browsers ask again by themselves. */
const ASK_AGAIN_SECONDS = 60

/** A private channel of each user. */
const CHANNEL = 'notices/:userId'
const channelOf = (userId: number) => `notices/${userId}`

type Transmit = ContainerBindings['transmit']
type Events = ReturnType<Transmit['createStream']>

/** Notices as server-sent events, through transmit's channels. A stream lasts as long as its session. */
export class NoticeStreams {
  readonly #open = new Map<ServerResponse, Admission>()

  constructor(private readonly transmit: Transmit) {
    transmit.authorize<{ userId: string }>(
      CHANNEL,
      ({ operator }, { userId }) => operator?.id === Number(userId)
    )
  }

  get size(): number {
    return this.#open.size
  }

  /** To the streams of this user on all nodes. */
  broadcast(userId: number, notice: Entry): void {
    this.transmit.broadcast(channelOf(userId), JSON.parse(entryJson(notice)))
  }

  /** @throws E_TOO_MANY_REQUESTS */
  async open(ctx: HttpContext, admission: Admission): Promise<void> {
    if (this.#countOf(admission.operator.id) >= messagingConfig().streamsPerUser)
      throw tooMany('You have as many streams open as one may', ASK_AGAIN_SECONDS)
    if (ctx.response.response.destroyed) return
    ctx.operator = admission.operator
    await this.#stream(ctx, admission)
  }

  endSessions(sessionIds: readonly number[]): void {
    this.#endWhere(({ sessionId }) => sessionIds.includes(sessionId))
  }

  endExpired(): void {
    const now = clock.now()
    this.#endWhere(({ expiresAtMs }) => expiresAtMs <= now)
  }

  endAll(): void {
    this.#endWhere(() => true)
  }

  /** Those whose session `review` finds to be over. */
  async reviewAll(
    userIds: readonly number[],
    review: (admission: Admission) => Promise<Admission | null>
  ): Promise<void> {
    for (const [answer, admission] of [...this.#open]) {
      if (!userIds.includes(admission.operator.id)) continue
      if (!(await review(admission))) end(answer)
    }
  }

  #countOf(userId: number): number {
    return [...this.#open.values()].filter(({ operator }) => operator.id === userId).length
  }

  async #stream(ctx: HttpContext, admission: Admission): Promise<void> {
    const { request, response } = ctx
    const [uid, answer] = [randomUUID(), response.response]
    const events = this.transmit.createStream({
      uid,
      context: ctx,
      request: request.request,
      response: answer,
      injectResponseHeaders: response.getHeaders(),
    })
    this.#open.set(answer, admission)
    answer.once('close', () => this.#open.delete(answer))
    bound(events, answer, messagingConfig().bufferedBytes)
    response.stream(events)
    const channel = channelOf(admission.operator.id)
    if (!(await this.transmit.subscribe({ uid, channel, context: ctx }))) end(answer)
  }

  #endWhere(isMeant: (admission: Admission) => boolean): void {
    for (const [answer, admission] of [...this.#open]) if (isMeant(admission)) end(answer)
  }
}

/**
 * Ends a stream where too much waits for its reader, instead of holding it back: browsers ask again by themselves, and
 * notices are in the conversation of their reader as well.
 */
function bound(events: Events, answer: ServerResponse, bufferedBytes: number): void {
  events.unpipe(answer)
  events.on('data', (chunk: string) => {
    if (answer.writableEnded || answer.destroyed) return
    answer.write(chunk)
    if (answer.writableLength > bufferedBytes) answer.destroy()
  })
  events.resume()
}

/** Whoever reads gets to read the end; for others nothing is kept. */
function end(answer: ServerResponse): void {
  if (answer.writableLength > 0) answer.destroy()
  else answer.end()
}
