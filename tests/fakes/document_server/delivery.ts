import type { Courier, Fate } from './courier.js'
import type { EventLog, SentReply } from './event_log.js'
import { send } from './http_client.js'
import { writeCallback, type SignedForm, type WrittenCallback } from './signed_callback.js'
import type { Claims } from './tokens.js'

export interface Delivered {
  status: number
  /** The answer was HTTP 200 with a top-level `error` of 0. */
  saved: boolean
  /** Another try may help: only such a final save is tried again. */
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
    return (JSON.parse(reply.body) as { error?: unknown } | null)?.error === 0
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
    const judged = { saved: isAcknowledged(outcome), passing: isPassing(outcome) }
    return { status, ...judged, attempts: attempt, payload, reply: outcome.reply }
  }

  async #attempt(parcel: Parcel, fate: Fate): Promise<Outcome> {
    const { now, log } = this.#options
    const { callbackUrl: url, payload, attempt = 1, form } = parcel
    const secret = parcel.secret ?? this.#options.secret
    const { headers, bodyText } = writeCallback(payload, { secret, now: now(), form })
    const written = { headers: { ...headers, ...parcel.headers }, bodyText }
    const outcome = await this.#post(url, written, fate)
    const about = { key: String(payload.key), status: Number(payload.status), attempt, url }
    log.add({ kind: 'callback', ...about, ...written, payload, ...outcome })
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
      const { status, body } = await send({ method: 'POST', url, headers, body: bodyText })
      return { reply: { status, body: body.toString() } }
    } catch (error) {
      return { dropped: String(error) }
    }
  }
}
