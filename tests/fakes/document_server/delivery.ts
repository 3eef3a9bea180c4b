import type { EventLog, SentReply } from './event_log.js'
import { COMMON_HEADERS, send } from './http_client.js'
import { writeCallback, type SignedForm, type WrittenCallback } from './signed_callback.js'
import type { Claims } from './tokens.js'

/** Waits before the retries of a final save, in milliseconds. */
export const RETRY_WAITS = [1_000, 2_000, 4_000] as const

export interface Delivered {
  status: number
  /** The answer was HTTP 200 with a top-level `error` of 0. */
  saved: boolean
  attempts: number
  /** What was sent last. */
  payload: Claims
  reply?: SentReply
}

export interface Parcel {
  callbackUrl: string
  /** Called for each attempt: the links in it are signed anew. */
  payload: () => Claims
  /** Only a final save is ever tried again. */
  retries: boolean
  form?: SignedForm
  secret?: string
}

export interface DeliveryOptions {
  secret: string | undefined
  now: () => number
  wait: (milliseconds: number) => Promise<void>
  log: EventLog
}

interface Attempt {
  reply?: SentReply
  dropped?: string
}

const isPassing = ({ reply }: Attempt): boolean =>
  reply === undefined || reply.status === 429 || reply.status >= 500

function isAcknowledged({ reply }: Attempt): boolean {
  if (reply?.status !== 200) return false
  try {
    const answer: unknown = JSON.parse(reply.body)
    return typeof answer === 'object' && answer !== null && 'error' in answer && answer.error === 0
  } catch (error) {
    if (error instanceof SyntaxError) return false
    throw error
  }
}

/** Sends callbacks by the rules that decide whether a person's work survives. */
export class Delivery {
  readonly #options: DeliveryOptions

  constructor(options: DeliveryOptions) {
    this.#options = options
  }

  async send(parcel: Parcel): Promise<Delivered> {
    const waits = parcel.retries ? RETRY_WAITS : []
    let attempts = 0

    for (;;) {
      const payload = parcel.payload()
      const attempt = await this.#attempt(parcel, payload, ++attempts)
      const wait = waits[attempts - 1]
      if (wait === undefined || !isPassing(attempt)) {
        const saved = isAcknowledged(attempt)
        return { status: Number(payload.status), saved, attempts, payload, reply: attempt.reply }
      }
      await this.#options.wait(wait)
    }
  }

  async #attempt(parcel: Parcel, payload: Claims, attempt: number): Promise<Attempt> {
    const { secret, now, log } = this.#options
    const signing = { secret: parcel.secret ?? secret, now: now(), form: parcel.form }
    const written = writeCallback(payload, signing)
    const result = await this.#post(parcel.callbackUrl, written)
    log.add({
      kind: 'callback',
      key: String(payload.key),
      status: Number(payload.status),
      attempt,
      url: parcel.callbackUrl,
      ...written,
      payload,
      ...result,
    })

    return result
  }

  async #post(url: string, { headers, bodyText }: WrittenCallback): Promise<Attempt> {
    try {
      const reply = await send({ method: 'POST', url, headers, body: bodyText })
      const isRedirect = reply.status === 301 || reply.status === 302
      if (isRedirect && reply.location)
        return await this.#follow(new URL(reply.location, url).href, headers)

      return { reply: { status: reply.status, body: reply.body.toString() } }
    } catch (error) {
      return { dropped: error instanceof Error ? error.message : String(error) }
    }
  }

  /** A redirect turns the POST into a GET without its body, and the answer there counts. */
  async #follow(url: string, headers: Record<string, string>): Promise<Attempt> {
    const { Authorization } = headers
    const reply = await send({
      method: 'GET',
      url,
      headers: {
        ...COMMON_HEADERS.accept,
        ...COMMON_HEADERS.agent,
        ...(Authorization === undefined ? {} : { Authorization }),
        ...COMMON_HEADERS.encoding,
      },
    })

    return { reply: { status: reply.status, body: reply.body.toString() } }
  }
}
