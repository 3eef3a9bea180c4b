import { randomUUID } from 'node:crypto'
import type { HttpContext } from '@adonisjs/core/http'
import type { ContainerBindings } from '@adonisjs/core/types'
import { tooMany } from '#kernel/rate_limit/quota'
import { clock } from '#kernel/state/clock'
import type { Slots } from '#kernel/state/slots'
import type { Admission } from '../gateway/connection.js'

/** Browsers ask again by themselves. */
const ASK_AGAIN_SECONDS = 60

type Transmit = ContainerBindings['transmit']

interface OpenStream {
  readonly admission: Admission
  readonly ctx: HttpContext
}

/** Server-sent events for front ends that want notices and nothing else. They last as long as their session. */
export class NoticeStreams {
  readonly #open = new Set<OpenStream>()
  readonly #ofUser = new Map<number, number>()

  /** @param transmit made when the first stream is opened */
  constructor(
    private readonly transmit: () => Promise<Transmit>,
    private readonly slots: Slots,
    private readonly perUser: number
  ) {}

  get size(): number {
    return this.#open.size
  }

  /** @throws E_TOO_MANY_REQUESTS */
  async open(ctx: HttpContext, admission: Admission): Promise<void> {
    const release = await this.slots.take(`im:streams:${admission.operator.id}`, this.perUser)
    if (!release) throw tooMany('You have as many streams open as one may', ASK_AGAIN_SECONDS)
    if (ctx.response.response.destroyed) return release()
    ctx.response.response.once('close', () => void release())
    const transmit = await this.transmit()
    const uid = randomUUID()
    const { request, response } = ctx
    const stream = transmit.createStream({
      uid,
      context: ctx,
      request: request.request,
      response: response.response,
      injectResponseHeaders: response.getHeaders(),
    })
    await transmit.subscribe({ uid, channel: channelOf(admission), skipAuthorization: true })
    this.#remember({ admission, ctx })
    response.stream(stream)
  }

  send(userId: number, frame: string): void {
    if (!this.#ofUser.has(userId)) return
    const payload: unknown = JSON.parse(frame)
    void this.transmit().then((transmit) => transmit.broadcast(`notices/${userId}`, payload as {}))
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
    for (const stream of [...this.#open]) {
      if (userIds && !userIds.includes(stream.admission.operator.id)) continue
      if (!(await review(stream.admission))) end(stream)
    }
  }

  #endWhere(isMeant: (admission: Admission) => boolean): void {
    for (const stream of [...this.#open]) if (isMeant(stream.admission)) end(stream)
  }

  #remember(stream: OpenStream): void {
    const { id } = stream.admission.operator
    this.#open.add(stream)
    this.#ofUser.set(id, (this.#ofUser.get(id) ?? 0) + 1)
    stream.ctx.response.response.once('close', () => {
      this.#open.delete(stream)
      const left = this.#ofUser.get(id)! - 1
      if (left === 0) this.#ofUser.delete(id)
      else this.#ofUser.set(id, left)
    })
  }
}

function channelOf({ operator }: Admission): string {
  return `notices/${operator.id}`
}

function end({ ctx }: OpenStream): void {
  ctx.response.response.end()
}
