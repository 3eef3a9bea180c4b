import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { Logger } from '@adonisjs/core/logger'
import { HeldBodies } from '#kernel/http/held_bodies'
import type { AdmittedBody } from '#kernel/http/route_contract'
import { actAsSystem } from '#kernel/operator/acting'
import { clientKey } from '#kernel/rate_limit/client_key'
import { clock } from '#kernel/state/clock'
import { People } from '#plugins/identity/main'
import { EditorSettings } from '../editor/editor_settings.js'
import { E_EDITOR_TOKEN } from '../errors.js'
import DocumentKey from '../models/document_key.js'
import DocumentOpening from '../models/document_opening.js'
import { DAY_MS } from '../spans.js'
import { provenInBody, proofOf, type CallbackProof } from './callback_proof.js'
import { UnprovenCallbacks } from './unproven_callbacks.js'
import { READ_IN_PASSING } from './read_callback_body.js'
import { RefusalLog } from './refusal_log.js'
import { UnknownSessions } from './unknown_sessions.js'

const MB = 1024 * 1024

/** The largest body that is read, with room for a long history. */
export const LONGEST_BODY = 10 * MB

/** The document server itself sends several of one document at a time: forced saves, the last one, and retries. */
const OF_DOCUMENT = 4
/** Of one document by one caller, where nothing shows yet that it is the document server. */
const OF_CALLER = 2

const BODIES = { signed: new HeldBodies(48 * MB), unsigned: new HeldBodies(48 * MB) }

/** The document server tries for minutes; a week is for one that was away, and does not sign. */
const OVER_MS = 7 * DAY_MS

/**
 * Decides whose callbacks are read, and what is asked for them. A token of an address passes through the browser and
 * lives for weeks: whoever comes with one alone gets little room, and none for a session that was over long ago; where
 * signatures are required, the database is asked for none that has none. What the document server signs in the header
 * is always taken, however late it comes.
 */
@inject()
export class CallbackDoor {
  constructor(
    private readonly settings: EditorSettings,
    private readonly people: People,
    private readonly unknown: UnknownSessions,
    private readonly unproven: UnprovenCallbacks,
    private readonly refusals: RefusalLog,
    private readonly logger: Logger
  ) {}

  /**
   * Before a byte is read.
   *
   * @returns what counts a body that does not say how long it is, while it comes
   * @throws E_EDITOR_TOKEN, E_NOT_FOUND for good; E_UNAVAILABLE, E_TOO_MANY_REQUESTS while there is no room
   */
  async admit(ctx: HttpContext): Promise<AdmittedBody> {
    const callback = await this.#noting(ctx, () => this.#callback(ctx))
    try {
      return await this.#noting(ctx, () => this.#admit(ctx, callback))
    } catch (error) {
      await this.unproven.count(ctx, callback)
      throw error
    }
  }

  /**
   * Once it is read. What shows no signature goes on to be told what is wrong, as often as anybody may ask; so does what is of
   * a session that is not known, for what it says decides who is told.
   *
   * @throws E_TOO_MANY_REQUESTS; E_EDITOR_TOKEN
   */
  async received(ctx: HttpContext): Promise<void> {
    const callback = await this.#callback(ctx)
    if (callback.isSigned) return
    const isProven = await provenInBody(ctx.bodyBytes!, callback, this.settings)
    if (!isProven) await this.unproven.count(ctx, callback)
    if (isProven || !this.#areSigned) await this.#noting(ctx, () => this.#assertNotOver(callback))
  }

  /** The header lacks nothing but the history and the archive of changes. */
  async canDoWithout(ctx: HttpContext): Promise<boolean> {
    const callback = await this.#callback(ctx)
    const { isSigned, doc: documentId } = callback
    if (!isSigned) {
      await this.unproven.count(ctx, callback)
      return false
    }
    const about = { documentId, bytes: ctx.request.header('content-length') }
    this.logger.warn(about, 'a callback is too long to be read; its save is kept without a history')
    return true
  }

  #callback({ request, params }: HttpContext): Promise<CallbackProof> {
    return proofOf(request, Number(params.id), this.settings)
  }

  /** Where they must be signed, and this one may be in its body, nobody is asked before that is known. */
  async #admit(ctx: HttpContext, callback: CallbackProof): Promise<AdmittedBody> {
    const mayBeAnybodys = !callback.isSigned && !this.#areSigned
    const announced = announcedBy(ctx)
    if (mayBeAnybodys && (announced ?? LONGEST_BODY) > READ_IN_PASSING) {
      await this.#assertKnowable(callback)
      await this.#assertNotOver(callback)
    }
    const body = holding(callback)
    body.watch(announced ?? 0)
    return body
  }

  get #areSigned(): boolean {
    return this.settings.config.signedCallback === 'required'
  }

  async #noting<T>({ params, request }: HttpContext, work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      const refused = { documentId: Number(params.id), client: clientKey(request.ip()) }
      this.refusals.note(this.logger, refused, error)
      throw error
    }
  }

  async #assertNotOver(callback: CallbackProof) {
    const key = await keyOf(callback)
    if (!key || !(await this.#isOver(key, callback.user))) return
    throw new E_EDITOR_TOKEN(
      'The session was over long ago; have the document server sign its callbacks, or open the document again'
    )
  }

  async #assertKnowable(callback: CallbackProof): Promise<void> {
    if (await keyOf(callback)) return
    const find = () => this.unknown.assertKnowable(callback)
    await actAsSystem('a document of which the document server reports', find)
  }

  /** While a session may go on, others use it, too: the document server calls the address of any of them. */
  async #isOver({ editorKey, endedAt }: DocumentKey, user: number): Promise<boolean> {
    const sinceMs = endedAt ? clock.now() - endedAt.toMillis() : 0
    if (sinceMs < DAY_MS) return false
    const inside = DocumentOpening.query().where({ editorKey }).whereNull('endedAt')
    if (await inside.first()) return false
    return sinceMs >= OVER_MS || (user > 0 && !(await this.people.activeAmong([user])).has(user))
  }
}

function keyOf({ doc: documentId, key: editorKey }: CallbackProof): Promise<DocumentKey | null> {
  return DocumentKey.findBy({ documentId, editorKey })
}

/**
 * Counts a body, by as much as was announced, or else by what has come of it. What is read in passing takes no room that
 * would have to be counted.
 */
function holding({ doc, user, isSigned }: CallbackProof): AdmittedBody {
  const document = { name: `document ${doc}`, most: OF_DOCUMENT }
  const caller = { name: `caller ${user}`, most: OF_DOCUMENT }
  const both = { name: `document ${doc}, caller ${user}`, most: OF_CALLER }
  const parties = isSigned ? [document] : [document, caller, both]
  const bodies = isSigned ? BODIES.signed : BODIES.unsigned
  return bodies.admit(parties, READ_IN_PASSING)
}

function announcedBy({ request }: HttpContext): number | undefined {
  const length = request.header('content-length')
  return length === undefined ? undefined : Math.min(Number(length), LONGEST_BODY)
}
