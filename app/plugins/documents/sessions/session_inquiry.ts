import { inject } from '@adonisjs/core'
import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { E_UNAVAILABLE } from '#kernel/errors/main'
import { clock } from '#kernel/state/main'
import { type Said, say } from '#kernel/languages/main'
import { CommandError, CommandService, type CommandAnswer } from '../editor/command_service.js'
import { EditorSettings } from '../editor/editor_settings.js'
import { E_EDITOR_OFF } from '../errors.js'
import EditingSession, { EDITING } from '../models/editing_session.js'
import { SessionTurns } from './session_turns.js'

/**
 * `closed`: nobody is inside and nothing is unsaved. `unknown`: the document server has no such key. `unsaved`: nobody is
 * inside, and changes are not saved.
 */
export type SessionState =
  { kind: 'closed' | 'unknown' | 'unsaved' } | { kind: 'edited'; userIds: readonly number[] }

/** How long after its answer the document server may take to call back. */
const CALLBACK_MS = 2_000
const POLL_MS = 50
const AGAIN_MS = 500

/**
 * Asks the document server how a session stands. Whether anything is unsaved comes as a callback, usually before the
 * command is answered and perhaps to another node; so no lock may be held meanwhile.
 */
@inject()
export class SessionInquiry {
  constructor(
    private readonly settings: EditorSettings,
    private readonly commands: CommandService,
    private readonly turns: SessionTurns
  ) {}

  /** @throws E_EDITOR_OFF; E_UNAVAILABLE when it cannot be learnt */
  async ask(session: EditingSession): Promise<SessionState> {
    const { answered: before } = await EditingSession.findOrFail(session.id)
    const answer = await this.#send(session, randomUUID())
    if (answer.error === CommandError.noSuchKey) return { kind: 'unknown' }
    if (answer.error !== CommandError.none) throw new E_UNAVAILABLE(refused(answer))
    const deadline = clock.elapsed() + CALLBACK_MS
    for (;;) {
      const state = await stateSince(session, before)
      if (state) return state
      if (clock.elapsed() > deadline) throw new E_UNAVAILABLE(UNREACHED)
      await delay(POLL_MS)
    }
  }

  /** The same. That changes are unsaved counts once it is still so after a while, and no save is being taken. */
  async settled(session: EditingSession): Promise<SessionState> {
    const longestMs = this.settings.config.sessionEndSeconds * 1000
    const deadline = clock.elapsed() + longestMs
    for (;;) {
      const state = await this.ask(session)
      if (state.kind !== 'unsaved') return state
      const leftMs = deadline - clock.elapsed()
      if (leftMs <= 0 && (await this.turns.isIdle(session.documentId, longestMs))) return state
      await delay(Math.min(AGAIN_MS, Math.max(leftMs, POLL_MS)))
    }
  }

  /** With a callback address of our own: the one it has may have expired. */
  async #send({ documentId, sessionKey: key }: EditingSession, userdata: string) {
    const { tokens, off } = this.settings
    if (!tokens) throw new E_EDITOR_OFF(off!)
    const token = await tokens.forCallback({ doc: documentId, key, user: 0 })
    const callback = this.settings.publicUrl(`/app/document/callback/${documentId}?token=${token}`)
    return this.commands.send('info', { key, userdata, callback })
  }
}

/** Any answer since then will do: of two who ask at once, one may find that of the other. */
async function stateSince(
  { id }: EditingSession,
  before: string | null
): Promise<SessionState | null> {
  const session = await EditingSession.findOrFail(id)
  if (session.answered === before) return null
  if (session.lastStatus !== EDITING) return { kind: 'closed' }
  const { lastUsers: userIds } = session
  return userIds.length > 0 ? { kind: 'edited', userIds } : { kind: 'unsaved' }
}

const UNREACHED =
  'The document server answered, but its callback did not arrive; make sure that it reaches EDITOR_PUBLIC_BASE_URL (node ace editor:doctor), and try again'

function refused({ error }: CommandAnswer): Said {
  return say`The document server does not say who edits (error ${error}); try again, or run node ace editor:doctor`
}
