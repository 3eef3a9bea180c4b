import { inject } from '@adonisjs/core'
import { randomUUID } from 'node:crypto'
import { E_UNAVAILABLE } from '#kernel/http/errors'
import { clock } from '#kernel/state/clock'
import { CommandError, CommandService } from '../editor/command_service.js'
import { EditorSettings } from '../editor/editor_settings.js'
import { E_NOT_EDITED, E_UNSAVED_WORK } from '../errors.js'
import type { HeardEvents } from './heard_events.js'
import { SessionEvents, type SessionEvent } from './session_events.js'
import { SessionInquiry } from './session_inquiry.js'
import type { SessionKey, SessionState } from '../sessions/session_state.js'
import Document from '../models/document.js'
import DocumentSave from '../models/document_save.js'
import type DocumentVersion from '../models/document_version.js'
import { DocumentVersions } from '../versions/document_versions.js'
import { OneAtATime } from '../sessions/one_at_a_time.js'

/** One call, while it lasts. */
interface Call {
  key: SessionKey
  userdata: string
  heard: HeardEvents
  begunAt: number
  /** It was asked again because a form had been taken just before. */
  isAfterForm?: boolean
}

/** What it may say to begin with; whatever else is no answer to build on. */
const TAKEN: ReadonlySet<number> = new Set([
  CommandError.none,
  CommandError.noSuchKey,
  CommandError.internal,
  CommandError.nothingChanged,
])

/** Until it is asked again, after it said that something passing stood in the way. */
const AGAIN_MS = 250

/** Has the editor save what is being edited, and waits for the version. */
@inject()
export class ForceSave {
  constructor(
    private readonly settings: EditorSettings,
    private readonly commands: CommandService,
    private readonly events: SessionEvents,
    private readonly inquiry: SessionInquiry,
    private readonly oneAtATime: OneAtATime,
    private readonly versions: DocumentVersions
  ) {}

  /**
   * The version with all that was changed before; where nothing was, the one that was saved last.
   *
   * @throws E_NOT_EDITED, E_UNSAVED_WORK, E_EDITOR_OFF, E_UNAVAILABLE when it fails or does not come in time
   */
  async handle(key: SessionKey): Promise<DocumentVersion> {
    return this.versions.find(key.id, await this.save(key))
  }

  /**
   * The same, of which the number is enough.
   *
   * @throws E_NOT_EDITED, E_UNSAVED_WORK, E_EDITOR_OFF, E_UNAVAILABLE
   */
  async save({ id, editorKey }: SessionKey): Promise<number> {
    const [userdata, begunAt] = [randomUUID(), clock.elapsed()]
    await using heard = await this.events.listen(
      (event) => event.editorKey === editorKey && event.kind !== 'seen'
    )
    return await this.#saved({ key: { id, editorKey }, userdata, heard, begunAt })
  }

  async #saved(call: Call): Promise<number> {
    while (this.#left(call) > 0) {
      const known = call.heard.all.length
      const code = await this.#begin(call)
      const no = await this.#outcome(call, code, known)
      if (no !== null) return no
    }
    return (await this.#recorded(call)) ?? this.#unmade(call)
  }

  /** `null` to ask again. */
  async #outcome(call: Call, code: number, known: number): Promise<number | null> {
    if (code === CommandError.noSuchKey) return this.#over(call)
    if (code === CommandError.nothingChanged) return this.#settled(call, known)

    const own = await call.heard.until(() => ownOf(call, known), this.#patience(call, code, known))
    return own && this.#result(call, own)
  }

  /**
   * "Nothing has changed" is what the document server says, too, while a save is on its way. Then whatever is saved is
   * waited for, and it is asked again: that save may have been begun before the last change.
   */
  async #settled(call: Call, known: number): Promise<number | null> {
    const { heard, key } = call
    if (await this.#isOver(call)) return this.#over(call)

    const settleMs = Math.min(this.settings.config.settleSeconds * 1000, this.#left(call))
    if (await heard.until(() => heard.all.length > known, settleMs)) return null
    if (leavesUnsaved(heard.all.at(-1)) || (await this.#followsForm(call))) return null
    const isIdle = await this.oneAtATime.isIdle(key.id, this.#left(call))
    return isIdle && heard.all.length === known ? this.#present(call) : null
  }

  /** What came before the answer may be the file of an earlier try, sent once more: then no save of our own follows. */
  #patience(call: Call, code: number, known: number): number {
    const isBegun = code === CommandError.none && call.heard.all.length === known
    return isBegun ? this.#left(call) : Math.min(AGAIN_MS, this.#left(call))
  }

  /** @throws E_UNAVAILABLE */
  async #begin({ key, userdata }: Call): Promise<number> {
    const { error } = await this.commands.send('forcesave', { key: key.editorKey, userdata })
    if (TAKEN.has(error)) return error
    throw new E_UNAVAILABLE(
      `The document server refused to save (error ${error}); ask node ace editor:doctor`
    )
  }

  /**
   * A save that is on its way may be one of a session that is over: then it is the last.
   *
   * @throws E_UNSAVED_WORK when it does not come
   */
  async #isOver(call: Call): Promise<boolean> {
    const isDecided = (state: SessionState) => state.kind !== 'unsaved'
    const { kind } = await this.inquiry.until(call.key, isDecided, this.#left(call))
    if (kind === 'unsaved') throw new E_UNSAVED_WORK()
    return kind === 'closed'
  }

  /** @throws E_NOT_EDITED unless something was saved meanwhile */
  async #over(call: Call): Promise<number> {
    if (call.heard.all.some(({ kind }) => kind === 'saved')) return this.#present(call)
    throw new E_NOT_EDITED()
  }

  async #result(call: Call, { kind, versionNo }: SessionEvent): Promise<number | null> {
    if (kind === 'saved') return versionNo ?? this.#present(call)
    if (kind === 'failed') throw new E_UNAVAILABLE(FAILED)
    return (await this.#isOver(call)) ? this.#over(call) : null
  }

  async #present({ key }: Call): Promise<number> {
    const { versionNo } = await Document.query().where('id', key.id).firstOrFail()
    return versionNo
  }

  /**
   * A form was taken just before this was asked for, and the document server is yet to learn of that. One that has crashed since
   * says for ever that nothing has changed: it is asked again once.
   */
  async #followsForm(call: Call): Promise<boolean> {
    if (call.isAfterForm) return false
    const { editorKey } = call.key
    const saves = DocumentSave.query().where({ editorKey }).orderBy('id', 'desc')
    const last = await saves.select('outcome', 'createdAt').first()
    const pastMs = clock.elapsed() - call.begunAt
    const since = clock.now() - pastMs - this.settings.config.settleSeconds * 1000
    call.isAfterForm = last?.outcome === 'submitted' && +last.createdAt >= since
    return call.isAfterForm
  }

  /** The word of it may have been missed while nodes were apart. */
  async #recorded({ userdata }: Call): Promise<number | null> {
    const save = await DocumentSave.findBy('userdata', userdata)
    return save?.versionNo ?? null
  }

  /**
   * What is begun once nobody is inside is never sent, and nobody is told so.
   *
   * @throws E_UNSAVED_WORK when nobody is; E_NOT_EDITED; E_UNAVAILABLE
   */
  async #unmade(call: Call): Promise<number> {
    const { kind } = await this.inquiry.ask(call.key)
    if (kind === 'unsaved') throw new E_UNSAVED_WORK()
    return kind === 'closed' ? this.#over(call) : this.#late(call)
  }

  #late({ begunAt }: Call): never {
    const seconds = ((clock.elapsed() - begunAt) / 1000).toFixed(1)
    throw new E_UNAVAILABLE(
      `The document server has not saved within ${seconds} seconds; it may still do so, or try again`
    )
  }

  #left({ begunAt }: Call): number {
    return begunAt + this.settings.config.forceSaveSeconds * 1000 - clock.elapsed()
  }
}

const FAILED =
  'The document could not be saved just now; its log says why. Try again: the session goes on'

/** While a form is under way, or what failed, the document server begins no save; and it learns of its end after us. */
function leavesUnsaved(last: SessionEvent | undefined): boolean {
  return last?.kind === 'submitted' || last?.kind === 'failed'
}

/** How the save that was begun ended, or else that the session is over: its last save has all of it. */
function ownOf({ heard, userdata }: Call, known: number): SessionEvent | undefined {
  const own = heard.all.find((event) => event.userdata === userdata)
  return own ?? heard.all.slice(known).find(({ kind }) => kind === 'ended')
}
