import { createHash } from 'node:crypto'
import { actionOf, closedUnchanged, editing, JOINED, LEFT, standing } from './callback_payloads.js'
import { Callbacks } from './callbacks.js'
import { ChangeHistory } from './change_history.js'
import type { EditorConfiguration } from './configuration.js'
import { convertDocument } from './conversion.js'
import { fetchContent } from './content_fetch.js'
import type { Delivered } from './delivery.js'
import { FinalSaves } from './final_saves.js'
import { ForcedSaves, type ForcedState } from './forced_saves.js'
import { editedAs, readDocument } from './old_formats.js'
import { editDocument, type Edit } from './ooxml.js'
import { ConnectionIds, seemsInside, type Participant, type Viewer } from './participant.js'
import type { Services } from './services.js'

/**
 * `absent`: the key is not known. `saving`: its last editor has left and the save is made, or waits to be tried again;
 * whoever comes back goes on. `updating`: the save is on its way, or acknowledged; whoever comes may only look.
 */
export type RoomState = 'absent' | 'open' | 'saving' | 'updating'

const UPDATING_FOR = 5 * 60_000

/** All who edit under one key: the same key is the same session, and its first URL wins. */
export class Room {
  readonly key: string
  readonly fileType: string
  readonly saves: ForcedSaves
  readonly participants: Participant[] = []
  readonly viewers = new Set<Viewer>()
  readonly callbacks = new Callbacks()
  state: RoomState = 'absent'
  changes = new ChangeHistory()
  /** Forgotten when the session ends, and in a crash. */
  forced: ForcedState | undefined
  content: Uint8Array = new Uint8Array()
  sourceSha256 = ''
  /** Its content came from the store of lost saves. */
  isContinued = false
  connectionIds = new ConnectionIds()

  readonly #services: Services
  readonly #final: FinalSaves
  #sourceUrl = ''
  #base: Uint8Array = new Uint8Array()
  #loading: Promise<void> | undefined
  #ticket = 0
  #updatingSince = 0
  #life = 0

  constructor(config: EditorConfiguration, services: Services) {
    this.key = config.document.key
    this.fileType = config.document.fileType
    this.#services = services
    this.saves = new ForcedSaves(this, services)
    this.#final = new FinalSaves(this, services)
  }

  /** In which format its content is held. */
  get heldAs(): string {
    return editedAs(this.fileType)
  }

  get userIds(): string[] {
    return [...new Set(this.participants.map(({ user }) => user.id))]
  }

  get hasForgotten(): boolean {
    return this.#services.store.forgottenKeys().includes(this.key)
  }

  /** Whether who comes now may edit; the save that was waiting then is stopped. */
  admit(sourceUrl: string): boolean {
    const expired = this.#services.now() - this.#updatingSince > UPDATING_FOR
    if (this.state === 'updating' && !expired) return false
    if (this.state === 'updating') this.#loading = undefined
    if (this.state !== 'open') this.#ticket++
    this.view(sourceUrl)
    this.state = 'open'
    return true
  }

  /** Makes the key known. */
  view(sourceUrl: string): void {
    if (!this.#loading) this.#sourceUrl = sourceUrl
    if (this.state === 'absent') this.state = 'open'
  }

  /** Fetches the content once, however often the key is opened. */
  async load(): Promise<void> {
    this.#loading ??= this.#fetch()
    try {
      await this.#loading
    } catch (error) {
      this.#loading = undefined
      throw error
    }
  }

  async join(participant: Participant): Promise<Delivered> {
    this.participants.push(participant)
    this.callbacks.add(participant)
    return this.#announce(participant, JOINED)
  }

  change({ user, connectionId, index: editor }: Participant, edit: Edit): void {
    const at = this.#services.now()
    this.content = editDocument(this.content, this.heldAs, edit)
    this.changes = this.changes.with({ ...edit, user, connectionId, editor, at })
    this.forced = { changes: this.changes, started: false, ended: false }
  }

  /**
   * The editor's undo, of what was sent already: whoever is alone inside deletes it over there, and it never was.
   *
   * @returns what is gone
   */
  takeBack({ user, index: editor }: Participant): string | undefined {
    const { last } = this.changes
    if (this.participants.length > 1 || last?.editor !== editor) return undefined
    this.changes = this.changes.withoutLast({ user, editor, at: this.#services.now() })
    this.content = this.#contentAfter(this.changes.count)
    this.forced = { changes: this.changes, started: false, ended: false }
    return last.text
  }

  /** The last to leave causes the final save, or the word that there is nothing to save. */
  async leave(participant: Participant): Promise<Delivered | undefined> {
    const at = this.participants.indexOf(participant)
    if (at < 0) return undefined
    this.participants.splice(at, 1)
    if (seemsInside(participant, [...this.participants, ...this.viewers])) return undefined
    if (this.participants.length > 0) return this.#announce(participant, LEFT)
    if (this.changes.count > 0 || this.hasForgotten) return this.#final.make(participant)
    this.changes = new ChangeHistory()
    this.forced = undefined
    const left = [actionOf(participant, LEFT)]
    return this.tell(participant.callbackUrl, closedUnchanged(this.key, left))
  }

  /** What the command `info` causes, before it is answered: a callback without actions. */
  async report(callbackUrl: string, userdata?: unknown): Promise<void> {
    await this.tell(callbackUrl, this.standing(userdata))
  }

  standing(userdata?: unknown): Record<string, unknown> {
    const isOver = this.participants.length === 0 && this.changes.count === 0
    return standing(this.key, isOver ? null : this.userIds, userdata)
  }

  tell(callbackUrl: string, payload: Record<string, unknown>): Promise<Delivered> {
    return this.#services.delivery.send({ callbackUrl, payload })
  }

  startSaving(): number {
    this.state = 'saving'
    return ++this.#ticket
  }

  isSaving(ticket: number): boolean {
    return this.state === 'saving' && this.#ticket === ticket
  }

  /** Tells whether what began now still matters: in a crash, all that was under way comes to nothing. */
  life(): () => boolean {
    const life = this.#life
    return () => this.#life === life
  }

  startUpdating(): void {
    this.state = 'updating'
    this.#updatingSince = this.#services.now()
  }

  resumeSaving(ticket: number): void {
    if (this.state !== 'updating') return
    this.state = 'saving'
    this.#ticket = ticket
  }

  /** The host has it: the key is used up, unless it went on from a lost save; of that nothing stays. */
  finish(): void {
    this.changes = new ChangeHistory()
    this.forced = undefined
    if (this.isContinued) this.remove()
  }

  /** Nothing is known of it any more. */
  remove(): void {
    this.state = 'absent'
    this.connectionIds = new ConnectionIds()
    this.changes = new ChangeHistory()
    this.forced = undefined
    this.isContinued = false
    this.#loading = undefined
    this.callbacks.clear()
  }

  /** Who was in is out, and nobody said so; the changes stay. */
  crash(): void {
    this.#life++
    this.#ticket++
    this.participants.length = 0
    this.viewers.clear()
    this.forced = undefined
  }

  /** Five minutes after its save a key can be opened again, from the URL of whoever comes then. */
  expire(): void {
    this.#updatingSince = 0
  }

  #announce(participant: Participant, type: number): Promise<Delivered> {
    const actions = [actionOf(participant, type)]
    return this.tell(participant.callbackUrl, editing(this.key, this.userIds, actions))
  }

  async #fetch(): Promise<void> {
    const forgotten = this.hasForgotten ? this.#services.store.forgotten(this.key) : undefined
    this.isContinued = forgotten !== undefined
    const content = forgotten
      ? convertDocument(forgotten.bytes, forgotten.extension, this.heldAs)
      : readDocument(await fetchContent(this.key, this.#sourceUrl, this.#services), this.fileType)
    this.sourceSha256 = createHash('sha256').update(content).digest('hex')
    this.#base = content
    this.content = this.#contentAfter(this.changes.count)
  }

  /** As so many of its changes made it. */
  #contentAfter(count: number): Uint8Array {
    const edited = (bytes: Uint8Array, edit: Edit) => editDocument(bytes, this.heldAs, edit)
    return this.changes.changes.slice(0, count).reduce(edited, this.#base)
  }
}
