import { assembleSave, type AssembledSave } from './assembled_save.js'
import { actionOf, LEFT, payloadOf } from './callback_payloads.js'
import { RETRY_WAITS } from './courier.js'
import type { Delivered } from './delivery.js'
import { documentTexts } from './ooxml.js'
import type { ForgottenFile } from './output_store.js'
import type { Participant } from './participant.js'
import type { Room } from './room.js'
import type { Services } from './services.js'

type Output = NonNullable<AssembledSave['output']>

const TRIES = RETRY_WAITS.length + 1

/** The last save of a session, from when its last editor left until the host has answered for good. */
export class FinalSaves {
  readonly #room: Room
  readonly #services: Services

  constructor(room: Room, services: Services) {
    this.#room = room
    this.#services = services
  }

  /** Resolves to nothing when somebody came back first: then the session goes on. */
  async make(leaver: Participant): Promise<Delivered | undefined> {
    const ticket = this.#room.startSaving()
    await this.#turn(1)
    if (!this.#room.isSaving(ticket)) return undefined
    // Whoever is sent out as they come leaves before the lost save is loaded.
    if (this.#room.hasForgotten) await this.#room.load()
    return this.#deliver(leaver, ticket, assembleSave(this.#room, this.#services))
  }

  /** A retry is also sent when another save of the key is on its way or through: an older one can follow a newer. */
  async #deliver(
    leaver: Participant,
    ticket: number,
    save: AssembledSave
  ): Promise<Delivered | undefined> {
    const room = this.#room
    const lives = room.life()
    for (let attempt = 1; ; attempt++) {
      if (!lives() || (!room.isSaving(ticket) && room.state !== 'updating')) return undefined
      room.startUpdating()
      const delivered = await this.#send(leaver, save, attempt)
      if (!lives()) return undefined
      if (delivered.saved) return this.#finish(delivered, save)
      room.resumeSaving(ticket)
      if (!delivered.passing || attempt === TRIES) return this.#giveUp(delivered, ticket, save)
      await this.#turn(attempt + 1)
    }
  }

  async #turn(attempt: number): Promise<void> {
    await this.#services.courier.turn({ key: this.#room.key, status: 2, attempt })
  }

  #send(leaver: Participant, save: AssembledSave, attempt: number): Promise<Delivered> {
    const { key, forced } = this.#room
    const now = new Date(this.#services.now()).toISOString()
    const files = save.files()
    const payload = payloadOf({
      key,
      status: files.filetype === undefined ? 3 : 2,
      ...files,
      users: [save.last?.user.id ?? leaver.user.id],
      actions: actionOf(leaver, LEFT),
      lastsave: forced?.changes.lastSave ?? now,
      notmodified: forced ? forced.ended : null,
    })
    const callbackUrl = this.#room.callbackUrlOf(save.last?.editor ?? leaver.index)
    const parcel = { callbackUrl: callbackUrl ?? leaver.callbackUrl, payload, attempt }
    return this.#services.delivery.send(parcel)
  }

  /** All that was changed under the key is deleted, also what came after the save. */
  #finish(delivered: Delivered, save: AssembledSave): Delivered {
    this.#noteDiscarded(this.#madeSince(save))
    this.#services.store.deleteForgotten(this.#room.key)
    this.#room.finish()
    return delivered
  }

  /** Where nothing was written, the changes stay; else the file goes where lost saves are kept. */
  #giveUp(delivered: Delivered, ticket: number, save: AssembledSave): Delivered {
    if (!save.output) return delivered
    this.#forget(save.output)
    if (!this.#room.isSaving(ticket)) return delivered
    this.#noteDiscarded(this.#madeSince(save))
    this.#room.remove()
    return delivered
  }

  /** Of another save that was under way at the same time. */
  #madeSince({ last }: AssembledSave): string[] {
    const { changes } = this.#room.changes
    const saved = last ? changes.indexOf(last) + 1 : 0
    return changes.slice(saved).map(({ text }) => text)
  }

  #forget({ bytes, fileType }: Output): void {
    const { key } = this.#room
    const { store, log } = this.#services
    this.#noteDiscarded(beyond({ bytes, extension: fileType }, store.forgotten(key)))
    store.forget(key, fileType, bytes)
    log.add({ kind: 'forgotten', key, bytes: bytes.length })
  }

  #noteDiscarded(texts: readonly string[]): void {
    const { key } = this.#room
    if (texts.length > 0) this.#services.log.add({ kind: 'discarded', key, texts })
  }
}

/** One lost save of a key is kept, the one that came last: what only the other has. */
function beyond(kept: ForgottenFile, other: ForgottenFile | undefined): string[] {
  if (!other) return []
  const texts = documentTexts(kept.bytes, kept.extension)
  return documentTexts(other.bytes, other.extension).filter((text) => !texts.includes(text))
}
