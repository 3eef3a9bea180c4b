import { randomUUID } from 'node:crypto'
import type { HttpContext } from '@adonisjs/core/http'
import type { ContainerBindings } from '@adonisjs/core/types'
import { tooMany } from '#kernel/rate_limit/main'
import { clock, type Slots } from '#kernel/state/main'
import type { Admission } from '../gateway/connection.js'
import { NoticeStream } from './notice_stream.js'

/** Browsers ask again by themselves. */
const ASK_AGAIN_SECONDS = 60

type Transmit = ContainerBindings['transmit']

interface StreamBounds {
  perUser: number
  /** Of one stream; beyond it that one ends. */
  bufferedBytes: number
}

/** Server-sent events for front ends that want notices and nothing else. They last as long as their session. */
export class NoticeStreams {
  /** user → theirs */
  readonly #open = new Map<number, Set<NoticeStream>>()
  #size = 0

  /** @param transmit made when the first stream is opened */
  constructor(
    private readonly transmit: () => Promise<Transmit>,
    private readonly slots: Slots,
    private readonly bounds: StreamBounds
  ) {}

  get size(): number {
    return this.#size
  }

  /** @throws E_TOO_MANY_REQUESTS */
  async open(ctx: HttpContext, admission: Admission): Promise<void> {
    const transmit = await this.transmit()
    const release = await this.slots.take(
      `im:streams:${admission.operator.id}`,
      this.bounds.perUser
    )
    if (!release) throw tooMany('You have as many streams open as one may', ASK_AGAIN_SECONDS)
    if (ctx.response.response.destroyed) return release()
    ctx.response.response.once('close', () => void release())
    const { request, response } = ctx
    const events = transmit.createStream({
      uid: randomUUID(),
      context: ctx,
      request: request.request,
      response: response.response,
      injectResponseHeaders: response.getHeaders(),
    })
    const { bufferedBytes } = this.bounds
    this.#remember(
      new NoticeStream(admission, { events, answer: response.response, bufferedBytes })
    )
    response.stream(events)
  }

  send(userId: number, frame: string): void {
    const theirs = this.#open.get(userId)
    if (!theirs) return
    const payload = JSON.parse(frame) as object
    for (const stream of theirs) stream.send(payload, frame.length)
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
    userIds: readonly number[] | null,
    review: (admission: Admission) => Promise<Admission | null>
  ): Promise<void> {
    for (const stream of this.#all()) {
      if (userIds && !userIds.includes(stream.userId)) continue
      if (!(await review(stream.admission))) stream.end()
    }
  }

  #endWhere(isMeant: (admission: Admission) => boolean): void {
    for (const stream of this.#all()) if (isMeant(stream.admission)) stream.end()
  }

  #all(): NoticeStream[] {
    return [...this.#open.values()].flatMap((theirs) => [...theirs])
  }

  #remember(stream: NoticeStream): void {
    const theirs = this.#open.get(stream.userId) ?? new Set()
    this.#open.set(stream.userId, theirs.add(stream))
    this.#size++
    stream.answer.once('close', () => {
      this.#size--
      theirs.delete(stream)
      if (theirs.size === 0) this.#open.delete(stream.userId)
    })
  }
}
