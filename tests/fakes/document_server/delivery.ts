import type { Courier, Fate } from './courier.js'
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
  /** What passes: only such a final save is ever tried again. */
  passing: boolean
  attempts: number
  /** What was sent last. */
  payload: Claims
  reply?: SentReply
}

export interface Parcel {
  callbackUrl: string
  payload: Claims
  /** Counted from 1. */
  attempt?: number
  form?: SignedForm
  secret?: string
  /** By which it is signed, where it is not HS256. */
  algorithm?: string
  /** Beside its own. */
  headers?: Record<string, string>
}

export interface DeliveryOptions {
  secret: string | undefined
  now: () => number
  courier: Courier
  log: EventLog
}

interface Outcome {
  reply?: SentReply
  dropped?: string
  /** What the host had answered when the answer got lost. */
  lost?: SentReply
}

const isPassing = ({ reply }: Outcome): boolean =>
  reply === undefined || reply.status === 429 || reply.status >= 500

function isAcknowledged({ reply }: Outcome): boolean {
  if (reply?.status !== 200) return false
  try {
    const answer: unknown = JSON.parse(reply.body)
    return typeof answer === 'object' && answer !== null && 'error' in answer && answer.error === 0
  } catch (error) {
    if (error instanceof SyntaxError) return false
    throw error
  }
}

/** To the command `info`: saves that were asked for name their `userdata`, too. */
const isAnswerIn = ({ status, userdata }: Claims): boolean =>
  userdata !== undefined && (status === 1 || status === 4)

/** Sends callbacks, and tells what their answers mean. */
export class Delivery {
  readonly #options: DeliveryOptions

  constructor(options: DeliveryOptions) {
    this.#options = options
  }

  async send(parcel: Parcel): Promise<Delivered> {
    const { payload, attempt = 1 } = parcel
    const status = Number(payload.status)
    const key = String(payload.key)
    const isAnswer = isAnswerIn(payload)
    const fate = await this.#options.courier.carry({ key, status, attempt, isAnswer })
    const outcome = await this.#attempt(parcel, fate)
    const saved = isAcknowledged(outcome)
    const passing = isPassing(outcome)
    return { status, saved, passing, attempts: attempt, payload, reply: outcome.reply }
  }

  async #attempt(parcel: Parcel, fate: Fate): Promise<Outcome> {
    const { secret, now, log } = this.#options
    const { callbackUrl: url, payload, attempt = 1, form, algorithm } = parcel
    const signing = { secret: parcel.secret ?? secret, now: now(), form, algorithm }
    const signed = writeCallback(payload, signing)
    const written = { ...signed, headers: { ...signed.headers, ...parcel.headers } }
    const outcome = await this.#post(url, written, fate)
    log.add({
      kind: 'callback',
      key: String(payload.key),
      status: Number(payload.status),
      attempt,
      url,
      ...written,
      payload,
      ...outcome,
    })
    return outcome
  }

  async #post(url: string, callback: WrittenCallback, fate: Fate): Promise<Outcome> {
    if (fate === 'request_lost') return { dropped: 'the request was lost' }
    const outcome = await this.#exchange(url, callback)
    if (fate === 'delivered' || !outcome.reply) return outcome
    return { dropped: 'the answer was lost', lost: outcome.reply }
  }

  async #exchange(url: string, { headers, bodyText }: WrittenCallback): Promise<Outcome> {
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
  async #follow(url: string, headers: Record<string, string>): Promise<Outcome> {
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
