import { inject } from '@adonisjs/core'
import { E_UNAVAILABLE } from '#kernel/http/errors'
import { clock } from '#kernel/state/clock'
import { CommandError, CommandService, type CommandAnswer } from '../editor/command_service.js'
import { userIdIn } from '../editor/editor_ids.js'
import { EditorSettings } from '../editor/editor_settings.js'
import { E_EDITOR_OFF } from '../errors.js'
import DocumentKey from '../models/document_key.js'
import type { HeardEvents } from './heard_events.js'
import { LiveState } from './live_state.js'
import { Openings } from './openings.js'
import { SessionEvents, type SessionEvent } from './session_events.js'
import { SessionTraces } from '../sessions/session_traces.js'
import { comersSince, newQuestion } from '../sessions/question.js'
import { stateOf, UNKNOWN, type SessionKey, type SessionState } from '../sessions/session_state.js'

type Forget = (key: SessionKey, askedAt: number) => Promise<SessionState>

/** How long after its answer the document server may take to tell what it has found. */
const TELLING_MS = 1_000

/** How often it is asked again while something is waited for; what happens meanwhile is heard at once. */
const AGAIN_MS = 400

/**
 * Asks the document server how a session stands. Its answer names who is inside, but not whether anything is left
 * unsaved: that comes as a callback, before the answer and perhaps to another node.
 */
@inject()
export class SessionInquiry {
  constructor(
    private readonly settings: EditorSettings,
    private readonly commands: CommandService,
    private readonly events: SessionEvents,
    private readonly live: LiveState,
    private readonly openings: Openings,
    private readonly traces: SessionTraces
  ) {}

  /** @throws E_EDITOR_OFF, E_UNAVAILABLE when it cannot be learnt */
  async ask(key: SessionKey): Promise<SessionState> {
    return (await this.#learnt(key)) ?? untold()
  }

  /** The same; where nothing is known of it over there, nothing is noted of that: it may be begun anew. */
  async look(key: SessionKey): Promise<SessionState> {
    return (await this.#learnt(key, async () => UNKNOWN)) ?? untold()
  }

  /** @returns `null` when it answered, and did not tell */
  async #learnt(key: SessionKey, forget = this.#forget.bind(this)): Promise<SessionState | null> {
    const question = newQuestion()
    const { userdata: asked, askedAt } = question
    await using heard = await this.events.listen(({ userdata }) => userdata === asked)
    const answer = await this.#send(key, asked)
    if (answer.error === CommandError.noSuchKey) return this.#unknown(key, askedAt, forget)
    if (answer.error !== CommandError.none) throw new E_UNAVAILABLE(refused(answer))

    const told = await this.#recorded(key, asked)
    if (told) return told
    if (answer.users?.length) return this.#named(key, answer.users, askedAt)
    return this.#awaited(key, asked, heard)
  }

  /**
   * Asks until the state fits, or for so long.
   *
   * @returns the state as it was last
   * @throws E_UNAVAILABLE when it cannot be learnt
   */
  async until(
    key: SessionKey,
    fits: (state: SessionState) => boolean,
    longestMs: number
  ): Promise<SessionState> {
    const deadline = clock.elapsed() + longestMs
    await using heard = await this.events.listen((event) => isNews(event, key))
    for (;;) {
      const known = heard.all.length
      const state = await this.#learnt(key)
      const left = deadline - clock.elapsed()
      if (state && (fits(state) || left <= 0)) return state
      if (left <= 0) return untold()
      await heard.until(() => heard.all.length > known, Math.min(left, AGAIN_MS))
    }
  }

  /** With an address of our own: the one it keeps may be older than its token lives. */
  async #send({ id, editorKey: key }: SessionKey, question: string): Promise<CommandAnswer> {
    const { tokens, off } = this.settings
    if (!tokens) throw new E_EDITOR_OFF(off!)
    const token = await tokens.forCallback({ doc: id, key, user: 0 })
    const callback = this.settings.publicUrl(`/app/document/callback/${id}?token=${token}`)
    return this.commands.send('info', { key, userdata: question, callback })
  }

  /** Whoever came since has begun it anew. */
  async #unknown(key: SessionKey, askedAt: number, forget: Forget): Promise<SessionState> {
    const users = await comersSince(key.editorKey, askedAt)
    return users.length > 0 ? { kind: 'edited', users } : forget(key, askedAt)
  }

  /** What is saved is forgotten there after a day. */
  async #forget({ id, editorKey }: SessionKey, askedAt: number): Promise<SessionState> {
    await this.live.end(id, editorKey)
    await this.traces.gone(editorKey, askedAt)
    const meanwhile = await comersSince(editorKey, askedAt)
    if (meanwhile.length === 0) return UNKNOWN
    await this.live.set(id, editorKey, meanwhile)
    return { kind: 'edited', users: meanwhile }
  }

  async #named(
    { id, editorKey }: SessionKey,
    named: readonly string[],
    askedAt: number
  ): Promise<SessionState> {
    const users = [...new Set([...named, ...(await comersSince(editorKey, askedAt))])]
    await this.live.set(id, editorKey, users)
    await this.openings.seen({ id, editorKey }, users)
    return { kind: 'edited', users }
  }

  async #awaited(
    key: SessionKey,
    question: string,
    heard: HeardEvents
  ): Promise<SessionState | null> {
    const event = await heard.until(() => heard.all[0], TELLING_MS)
    if (event?.status !== undefined) return stateOf(event.status, (event.users ?? []).map(userIdIn))
    return this.#recorded(key, question)
  }

  async #recorded({ editorKey }: SessionKey, heardOf: string): Promise<SessionState | null> {
    const key = await DocumentKey.query().where({ editorKey, heardOf }).first()
    return key && stateOf(key.heardStatus!, (key.heardUsers ?? []).map(userIdIn))
  }
}

const UNREACHED =
  'The document server could not tell this service whether anything is left unsaved; see that it reaches EDITOR_PUBLIC_BASE_URL (node ace editor:doctor), and try again'

function untold(): never {
  throw new E_UNAVAILABLE(UNREACHED)
}

function refused({ error }: CommandAnswer): string {
  return `The document server does not say who edits (error ${error}); try again, or ask node ace editor:doctor`
}

/** An answer to a question is none. */
export function isNews({ kind, editorKey, userdata }: SessionEvent, key: SessionKey): boolean {
  return editorKey === key.editorKey && !(kind === 'seen' && userdata)
}
