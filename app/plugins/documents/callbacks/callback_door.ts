import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { Logger } from '@adonisjs/core/logger'
import { HeldBodies } from '#kernel/http/held_bodies'
import { actAsSystem } from '#kernel/operator/acting'
import { clock } from '#kernel/state/clock'
import { People } from '#plugins/identity/main'
import { EditorSettings } from '../editor/editor_settings.js'
import type { SignedCallbackClaims } from '../editor/editor_tokens.js'
import { E_EDITOR_TOKEN } from '../errors.js'
import DocumentKey from '../models/document_key.js'
import DocumentOpening from '../models/document_opening.js'
import { DAY_MS } from '../spans.js'
import { isSignedInHeader } from '../editor/callback_payload.js'
import { READ_IN_PASSING } from './read_callback_body.js'
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

type Callback = SignedCallbackClaims & { isSigned: boolean }

/**
 * Decides whose callbacks are read, before a byte of them is. A token of an address passes through the browser and
 * lives for weeks: whoever comes with one alone gets little room, and none for a session that was over long ago. What
 * the document server signs in the header is always taken, however late it comes.
 */
@inject()
export class CallbackDoor {
  constructor(
    private readonly settings: EditorSettings,
    private readonly people: People,
    private readonly unknown: UnknownSessions,
    private readonly logger: Logger
  ) {}

  /** @throws E_EDITOR_TOKEN, E_NOT_FOUND for good; E_UNAVAILABLE while there is no room */
  async admit(ctx: HttpContext): Promise<void> {
    try {
      const callback = await this.#callback(ctx)
      await this.#assertNotOver(callback)
      hold(ctx, callback)
    } catch (error) {
      const documentId = Number(ctx.params.id)
      if (error instanceof E_EDITOR_TOKEN)
        this.logger.warn({ documentId, reason: error.message }, 'a callback was refused')
      throw error
    }
  }

  /** The header lacks nothing but the history and the archive of changes. */
  async canDoWithout(ctx: HttpContext): Promise<boolean> {
    const { isSigned, doc: documentId } = await this.#callback(ctx)
    if (!isSigned) return false
    const about = { documentId, bytes: ctx.request.header('content-length') }
    this.logger.warn(about, 'a callback is too long to be read; its save is kept without a history')
    return true
  }

  async #callback({ request, params }: HttpContext): Promise<Callback> {
    const { tokens, off } = this.settings
    if (!tokens) throw new E_EDITOR_TOKEN(off!)
    const { token } = request.qs()
    const text = typeof token === 'string' ? token : ''
    const claims = await tokens.callback(text, Number(params.id))
    if (!claims) throw new E_EDITOR_TOKEN(await tokens.faultOf('callback', text))
    const authorization = request.header('authorization')
    const isSigned = await isSignedInHeader(authorization, claims.key, this.settings)
    return { ...claims, isSigned }
  }

  async #assertNotOver(callback: Callback) {
    const { doc: documentId, key: editorKey, user, isSigned } = callback
    const key = await DocumentKey.findBy({ documentId, editorKey })
    if (!key) return this.#assertKnowable(callback)
    if (isSigned || !(await this.#isOver(key, user))) return
    throw new E_EDITOR_TOKEN(
      'The session was over long ago; have the document server sign its callbacks, or open the document again'
    )
  }

  #assertKnowable(callback: Callback): Promise<void> {
    const find = () => this.unknown.assertKnowable(callback)
    return actAsSystem('a document of which the document server reports', find)
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

/** What is read in passing takes no room that would have to be counted. */
function hold({ request, response }: HttpContext, { doc, user, isSigned }: Callback): void {
  const announced = Number(request.header('content-length') ?? LONGEST_BODY)
  const bytes = Math.min(announced, LONGEST_BODY)
  if (bytes <= READ_IN_PASSING) return

  const document = { name: `document ${doc}`, most: OF_DOCUMENT }
  const caller = { name: `caller ${user}`, most: OF_DOCUMENT }
  const both = { name: `document ${doc}, caller ${user}`, most: OF_CALLER }
  const giveBack = isSigned
    ? BODIES.signed.take(bytes, [document])
    : BODIES.unsigned.take(bytes, [document, caller, both])
  response.response.once('close', giveBack)
}
