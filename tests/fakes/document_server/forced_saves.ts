import { assembleSave, type AssembledSave } from './assembled_save.js'
import { FORCED_BY_BUTTON, forcedSave } from './callback_payloads.js'
import type { ChangeHistory } from './change_history.js'
import type { Delivered } from './delivery.js'
import { actionOf, type Participant, type Room } from './room.js'
import type { Services } from './services.js'

/** `internal`: for saving under another name; the host hears nothing of it. */
export const ForcedBy = { command: 0, button: 1, timer: 2, form: 3, internal: 4 } as const

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
  /** As the command service says it. */
  code: number
  delivered?: Promise<Delivered | undefined>
  /** The file of a save that was not acknowledged goes out once more; the command is answered afterwards. */
  isAgain?: boolean
}

/** How far the last change has come by forced saves; a new change makes a new one. */
export interface ForcedState {
  readonly changes: ChangeHistory
  started: boolean
  ended: boolean
  /** An internal save was made: the last one then says that nothing was modified, though the host has nothing. */
  hinted?: boolean
  /** Written already, but not acknowledged. */
  written?: { save: AssembledSave; userdata?: string }
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
    const { forced, state } = this.#room
    if (state === 'absent') return { code: ForceSaveCode.noSuchKey }
    if (this.#takeBusy()) return { code: ForceSaveCode.busy }
    if (!forced || forced.ended) return { code: ForceSaveCode.nothingChanged }
    if (forced.written) return this.#again(request, forced, forced.written)
    if (forced.started) return { code: ForceSaveCode.nothingChanged }

    return this.#begin(request, forced)
  }

  #begin(request: ForcedSaveRequest, forced: ForcedState): ForcedSaveStart {
    Object.assign(forced, { started: true, ended: false })
    const written = { save: assembleSave(this.#room, this.#services), userdata: request.userdata }
    const delivered = this.#services.track(this.#deliver(request, forced, written))

    return { code: ForceSaveCode.started, delivered }
  }

  /** With the user data of the first time. */
  #again(
    request: ForcedSaveRequest,
    forced: ForcedState,
    written: { save: AssembledSave; userdata?: string }
  ): ForcedSaveStart {
    const delivered = this.#services.track(this.#send(request, forced, written))

    return { code: ForceSaveCode.started, delivered, isAgain: true }
  }

  async #deliver(
    request: ForcedSaveRequest,
    forced: ForcedState,
    written: { save: AssembledSave; userdata?: string }
  ): Promise<Delivered | undefined> {
    const lives = this.#room.life()
    const turn = this.#services.courier.turn({ key: this.#room.key, status: 6, attempt: 1 })
    if (turn) await turn

    return lives() ? this.#send(request, forced, written) : undefined
  }

  /**
   * Only while the session is open: once its last save is made, a forced one is not sent any more. Where that was not
   * taken and somebody comes back, what was written goes out when they ask for it.
   */
  async #send(
    request: ForcedSaveRequest,
    forced: ForcedState,
    written: { save: AssembledSave; userdata?: string }
  ): Promise<Delivered | undefined> {
    const { state } = this.#room
    if (state !== 'open') {
      Object.assign(forced, { started: false, written: written.save.output && written })
      return undefined
    }
    if (request.type === ForcedBy.internal) {
      Object.assign(forced, { started: false, hinted: true, written })
      return undefined
    }
    const delivered = await this.#post(request, forced, written)
    const ended = delivered.saved && delivered.status === 6
    Object.assign(forced, { started: ended, ended, written: written.save.output && written })

    return delivered
  }

  #post(
    { type, participant, formData }: ForcedSaveRequest,
    { changes }: ForcedState,
    { save, userdata }: { save: AssembledSave; userdata?: string }
  ): Promise<Delivered> {
    const pressed = type === ForcedBy.button || type === ForcedBy.form ? participant : undefined
    const { key, callbacks } = this.#room
    const last = save.lastBy
    const payload = forcedSave(key, {
      ...save.files(),
      users: last ? [last.user.id] : [],
      actions: pressed && [actionOf(pressed, FORCED_BY_BUTTON)],
      userdata,
      lastsave: changes.lastSave,
      forcesavetype: type,
      formsdataurl: formData === undefined ? undefined : this.#offer(formData),
    })
    const callbackUrl = callbacks.of(pressed?.index ?? last?.editor) ?? ''

    return this.#services.delivery.send({ callbackUrl, payload })
  }

  #offer(formData: unknown): string {
    const { store } = this.#services
    const text = typeof formData === 'string' ? formData : JSON.stringify(formData)
    const folder = store.folder(this.#room.key)

    return store.link(store.keep(folder, 'json', Buffer.from(text), 'formsdata'))
  }

  #takeBusy(): boolean {
    const { busy = 0 } = this.#services.faults
    if (busy > 0) this.#services.faults.busy = busy - 1

    return busy > 0
  }
}
