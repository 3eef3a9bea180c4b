import { assembleSave, type AssembledSave } from './assembled_save.js'
import { actionOf, FORCED_BY_BUTTON, payloadOf } from './callback_payloads.js'
import type { ChangeHistory } from './change_history.js'
import type { Delivered } from './delivery.js'
import type { Participant } from './participant.js'
import type { Room } from './room.js'
import type { Services } from './services.js'

export const ForcedBy = { command: 0, button: 1, timer: 2, form: 3 } as const

export const ForceSaveCode = { started: 0, noSuchKey: 1, busy: 3, nothingChanged: 4 } as const

export interface ForcedSaveRequest {
  type: number
  /** Who pressed the button. */
  participant?: Participant
  userdata?: string
  /** Of a submitted form, as the browser says it; the server looks into none of it. */
  formData?: unknown
}

export interface ForcedSaveStart {
  /** Of `ForceSaveCode`. */
  code: number
  delivered?: Promise<Delivered | undefined>
  /** A file goes out once more; the command is answered afterwards. */
  isAgain?: boolean
}

/** A file that was written, to be sent again where it was not acknowledged. */
interface Written {
  save: AssembledSave
  userdata?: string
  /** It is sent again for a form alone. */
  isForm: boolean
}

/** How far the last change has come by forced saves; a new change makes a new one. */
export interface ForcedState {
  readonly changes: ChangeHistory
  /** Who submitted a form in which nothing was changed, and when. */
  readonly submitted?: { by: Participant; at: string }
  started: boolean
  ended: boolean
  /** Written already, but not acknowledged, or submitted. */
  written?: Written
}

/** Saves while the session goes on: none of them is ever retried by itself. */
export class ForcedSaves {
  readonly #room: Room
  readonly #services: Services

  constructor(room: Room, services: Services) {
    this.#room = room
    this.#services = services
  }

  /** Starts at once; the callback follows. */
  force(request: ForcedSaveRequest): ForcedSaveStart {
    const isForm = request.type === ForcedBy.form
    if (this.#room.state === 'absent') return { code: ForceSaveCode.noSuchKey }
    const { faults } = this.#services
    if (faults.busy && faults.busy-- > 0) return { code: ForceSaveCode.busy }
    if (isForm) this.#room.forced ??= this.#unchanged(request)
    const { forced } = this.#room
    if (!forced || (forced.ended && !isForm)) return { code: ForceSaveCode.nothingChanged }
    const { written } = forced
    if (written?.isForm === isForm) return this.#again(request, forced, written)
    if (!written && !forced.ended && forced.started)
      return { code: isForm ? ForceSaveCode.started : ForceSaveCode.nothingChanged }
    return this.#begin(request, forced)
  }

  /** A form is sent also where nothing was changed in it. */
  #unchanged({ participant }: ForcedSaveRequest): ForcedState {
    const { changes } = this.#room
    const at = new Date(Math.floor(this.#services.now() / 1000) * 1000).toISOString()
    const submitted = participant && { by: participant, at }
    return { changes, submitted, started: false, ended: false }
  }

  #begin(request: ForcedSaveRequest, forced: ForcedState): ForcedSaveStart {
    Object.assign(forced, { started: true, ended: false, written: undefined })
    const isForm = request.type === ForcedBy.form
    const save = assembleSave(this.#room, this.#services, { isForm })
    const written = { save, userdata: request.userdata, isForm }
    const delivered = this.#services.track(this.#deliver(request, forced, written))
    return { code: ForceSaveCode.started, delivered }
  }

  /** With the user data of the first time. */
  #again(request: ForcedSaveRequest, forced: ForcedState, written: Written): ForcedSaveStart {
    const delivered = this.#services.track(this.#send(request, forced, written))
    return { code: ForceSaveCode.started, delivered, isAgain: true }
  }

  async #deliver(
    request: ForcedSaveRequest,
    forced: ForcedState,
    written: Written
  ): Promise<Delivered | undefined> {
    const lives = this.#room.life()
    const turn = this.#services.courier.turn({ key: this.#room.key, status: 6, attempt: 1 })
    if (turn) await turn
    return lives() ? this.#send(request, forced, written) : undefined
  }

  /** Only while the session is open; what was written then can be sent once somebody comes back. A form ends nothing. */
  async #send(
    request: ForcedSaveRequest,
    forced: ForcedState,
    written: Written
  ): Promise<Delivered | undefined> {
    if (this.#room.state !== 'open') {
      Object.assign(forced, { started: false, written: written.save.output && written })
      return undefined
    }
    const delivered = await this.#post(request, forced, written)
    const isTaken = delivered.saved && delivered.status === 6
    const ended = written.isForm ? forced.ended : isTaken
    Object.assign(forced, { started: ended, ended, written: written.save.output && written })
    return delivered
  }

  #post(
    { type, participant, formData }: ForcedSaveRequest,
    { changes, submitted }: ForcedState,
    { save, userdata }: Written
  ): Promise<Delivered> {
    const pressed = type === ForcedBy.button || type === ForcedBy.form ? participant : undefined
    const submitter = submitted && { user: submitted.by.user, editor: submitted.by.index }
    const last = save.lastBy ?? submitter
    const files = save.files()
    const payload = payloadOf({
      key: this.#room.key,
      status: files.filetype === undefined ? 7 : 6,
      ...files,
      users: last ? [last.user.id] : [],
      actions: pressed && actionOf(pressed, FORCED_BY_BUTTON),
      userdata,
      lastsave: submitted?.at ?? changes.lastSave,
      forcesavetype: type,
      formsdataurl: formData === undefined ? undefined : this.#offer(formData),
    })
    const callbackUrl = this.#room.callbackUrlOf(pressed?.index ?? last?.editor) ?? ''
    return this.#services.delivery.send({ callbackUrl, payload })
  }

  #offer(formData: unknown): string {
    const { store } = this.#services
    const text = typeof formData === 'string' ? formData : JSON.stringify(formData)
    const folder = store.folder(this.#room.key)
    return store.link(store.keep(folder, 'json', Buffer.from(text), 'formsdata'))
  }
}
