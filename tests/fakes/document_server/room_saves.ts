import { strToU8, zipSync } from 'fflate'
import {
  finalSave,
  FORCED_BY_BUTTON,
  forcedSave,
  LEFT,
  type SavedFiles,
  type UserAction,
} from './callback_payloads.js'
import type { Delivered } from './delivery.js'
import { distortUrl } from './faults.js'
import type { Participant, Room } from './room.js'
import type { Services } from './services.js'

export const ForcedBy = { command: 0, button: 1, timer: 2, form: 3 } as const

export interface ForcedSaveRequest {
  type: number
  participant: Participant
  userdata?: string
}

export interface ForcedSaveStart {
  /** As the command service says it: 0 queued, 4 nothing changed. */
  code: number
  delivered?: Promise<Delivered>
}

const NOTHING_CHANGED = 4
const FIRST_DAY = new Date(1980, 0, 1)

/** What a room sends when its work is to be kept. */
export class RoomSaves {
  readonly #room: Room
  readonly #services: Services

  constructor(room: Room, services: Services) {
    this.#room = room
    this.#services = services
  }

  get hasForgotten(): boolean {
    return this.#services.store.forgottenKeys().includes(this.#room.key)
  }

  /** Starts at once; the callback follows, and no attempt of it is ever repeated. */
  force(request: ForcedSaveRequest): ForcedSaveStart {
    const { changes, state } = this.#room
    if (state !== 'open' || changes.isUnderWay) return { code: NOTHING_CHANGED }

    const acknowledge = changes.startForcedSave()
    const delivered = this.#sendForced(request).then((outcome) => {
      acknowledge(outcome.saved && outcome.status === 6)
      return outcome
    })

    return { code: 0, delivered: this.#services.track(delivered) }
  }

  async final(participant: Participant): Promise<Delivered> {
    this.#room.state = 'saving'
    const { key, changes } = this.#room
    const files = this.#store()
    const delivered = await this.#services.delivery.send({
      callbackUrl: participant.callbackUrl,
      retries: !this.#services.faults.saving,
      payload: () =>
        finalSave(key, {
          ...files(),
          users: [participant.user.id],
          actions: [this.#action(participant, LEFT)],
          lastsave: changes.lastSave,
          notmodified: changes.isSaved,
        }),
    })
    this.#settle(delivered)

    return delivered
  }

  /** A refused save is offered again when its key is opened and closed once more. */
  async recover(participant: Participant): Promise<Delivered> {
    const { key, fileType } = this.#room
    const path = this.#services.store.keep(
      this.#services.store.folder(key),
      fileType,
      this.#room.content
    )
    const delivered = await this.#services.delivery.send({
      callbackUrl: participant.callbackUrl,
      retries: true,
      payload: () =>
        finalSave(key, {
          url: this.#link(path),
          history: {},
          filetype: fileType,
          users: [participant.user.id],
          actions: [this.#action(participant, LEFT)],
          lastsave: new Date(this.#services.now()).toISOString(),
          notmodified: null,
        }),
    })
    if (delivered.saved) this.#services.store.deleteForgotten(key)
    if (delivered.saved) this.#room.state = 'finished'

    return delivered
  }

  #sendForced({ type, participant, userdata }: ForcedSaveRequest): Promise<Delivered> {
    const { key, changes } = this.#room
    const pressed = type === ForcedBy.button || type === ForcedBy.form
    const files = this.#store()
    const lastsave = changes.lastSave

    return this.#services.delivery.send({
      callbackUrl: participant.callbackUrl,
      retries: false,
      payload: () =>
        forcedSave(key, {
          ...files(),
          users: [participant.user.id],
          actions: pressed ? [this.#action(participant, FORCED_BY_BUTTON)] : undefined,
          userdata,
          lastsave,
          forcesavetype: type,
        }),
    })
  }

  #settle(delivered: Delivered): void {
    const { key, fileType, content } = this.#room
    this.#room.state = delivered.saved ? 'finished' : 'failed'
    if (delivered.saved || delivered.status !== 2) return

    this.#services.store.forget(key, fileType, content)
    this.#services.log.add({ kind: 'forgotten', key, bytes: content.length })
  }

  /** Assembles the files once; the links in them are signed anew at each call of the result. */
  #store(): () => SavedFiles {
    if (this.#services.faults.saving) return () => ({})

    const { key, fileType, content, changes } = this.#room
    const { store, version } = this.#services
    const folder = store.folder(key)
    const history = changes.toHistory(version.split('.').slice(0, 3).join('.'))
    const changesJson = strToU8(JSON.stringify(history.changes))
    const output = store.keep(folder, fileType, content)
    const archive = zipSync({ 'changes0.json': changesJson }, { mtime: FIRST_DAY })
    const changesPath = store.keep(folder, 'zip', archive, 'changes')

    return () => ({
      url: this.#link(output),
      changesurl: this.#link(changesPath),
      history,
      filetype: fileType,
    })
  }

  #link(path: string): string | undefined {
    return distortUrl(this.#services.store.link(path), this.#services.faults.url)
  }

  #action({ user }: Participant, type: number): UserAction {
    return { type, userid: user.id }
  }
}
