import { createHash } from 'node:crypto'
import { actionOf, JOINED, LEFT, payloadOf } from './callback_payloads.js'
import { ChangeHistory } from './change_history.js'
import type { EditorConfiguration } from './configuration.js'
import { convertDocument } from './conversion.js'
import { fetchDocument } from './content_fetch.js'
import type { Delivered } from './delivery.js'
import { FinalSaves } from './final_saves.js'
import { ForcedSaves, type ForcedState } from './forced_saves.js'
import { editDocument, type Edit } from './ooxml.js'
import type { Participant, Viewer } from './participant.js'
import type { Services } from './services.js'
import type { Claims } from './tokens.js'

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
  state: RoomState = 'absent'
  changes = new ChangeHistory()
  /** Forgotten when the session ends, and in a crash. */
  forced: ForcedState | undefined
  content: Uint8Array = new Uint8Array()
  sourceSha256 = ''
  /** Its content came from the store of lost saves. */
  isContinued = false
  readonly #services: Services
  readonly #final: FinalSaves
  #joined: Participant[] = []
  #openings = 0
  #sourceUrl = ''
  #base: Uint8Array = new Uint8Array()
  #loading: Promise<void> | undefined
  #ticket = 0
  #updatingSince = 0
  #life = 0

  constructor({ document }: EditorConfiguration, services: Services) {
    this.key = document.key
    this.fileType = document.fileType
    this.#services = services
    this.saves = new ForcedSaves(this, services)
    this.#final = new FinalSaves(this, services)
  }

  get userIds(): string[] {
    return [...new Set(this.participants.map(({ user }) => user.id))]
  }

  get hasForgotten(): boolean {
    return this.#services.store.forgottenKeys().includes(this.key)
  }

  nextConnectionId(userId: string): string {
    return `${userId}${++this.#openings}`
  }

  /** Where that editor is called back, or else the last one that opened the key. */
  callbackUrlOf(editor?: number): string | undefined {
    const own = this.#joined.find(({ index }) => index === editor)
    return (own ?? this.#joined.at(-1))?.callbackUrl
  }

  /** Whether who comes now may edit; the save that was waiting then is stopped. */
  admit(sourceUrl: string): boolean {
    if (this.state === 'updating') {
      if (this.#services.now() - this.#updatingSince <= UPDATING_FOR) return false
      this.#loading = undefined
    }
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

  /** Why a page that knew `seen` changes cannot go on with what it shows; nothing where it can. */
  strangenessTo(connectionId: string, seen: number): string | undefined {
    if (this.state === 'absent') return 'no cache'
    if (this.state === 'updating') return 'update version'
    const { last, count } = this.changes
    const isOwn = last?.connectionId === connectionId
    return last && !isOwn && count !== seen ? 'document modified' : undefined
  }

  async join(participant: Participant): Promise<Delivered> {
    this.participants.push(participant)
    this.#joined.push(participant)
    return this.#announce(participant, JOINED)
  }

  change({ user, connectionId, index: editor }: Participant, edit: Edit): void {
    const made = { ...edit, user, connectionId, editor, at: this.#services.now() }
    this.content = editDocument(this.content, this.fileType, edit)
    this.#become(this.changes.with(made))
  }

  /** The editor's undo: whoever is alone inside deletes the last change, as if it had never been. Gives its text. */
  takeBack({ user, index: editor }: Participant): string | undefined {
    const { last } = this.changes
    if (this.participants.length > 1 || last?.editor !== editor) return undefined
    this.#become(this.changes.withoutLast({ user, editor, at: this.#services.now() }))
    this.content = this.#edited()
    return last.text
  }

  /** The last to leave causes the final save, or the word that there is nothing to save. */
  async leave(participant: Participant): Promise<Delivered | undefined> {
    const at = this.participants.indexOf(participant)
    if (at < 0) return undefined
    this.participants.splice(at, 1)
    if (this.#seemsInside(participant)) return undefined
    if (this.participants.length > 0) return this.#announce(participant, LEFT)
    if (this.changes.count > 0 || this.hasForgotten) return this.#final.make(participant)
    this.#begin()
    return this.#tell(participant.callbackUrl, { status: 4, actions: actionOf(participant, LEFT) })
  }

  /** What the command `info` causes, before it is answered: a callback without actions. */
  async report(callbackUrl: string, userdata?: unknown): Promise<void> {
    const isUnderWay = this.participants.length > 0 || this.changes.count > 0
    const standing = isUnderWay ? { status: 1, users: this.userIds } : { status: 4 }
    await this.#tell(callbackUrl, { ...standing, userdata })
  }

  startSaving(): number {
    this.state = 'saving'
    return ++this.#ticket
  }

  isSaving(ticket: number): boolean {
    return this.state === 'saving' && this.#ticket === ticket
  }

  /** Whether what began now still matters: a crash ends all that was under way. */
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
    this.#begin()
    if (this.isContinued) this.remove()
  }

  /** Nothing is known of it any more. */
  remove(): void {
    this.#begin()
    this.state = 'absent'
    this.isContinued = false
    this.#openings = 0
    this.#loading = undefined
    this.#joined = []
  }

  /** Who was in is out, and nobody said so; the changes stay. */
  crash(): void {
    this.#life++
    this.#ticket++
    this.participants.length = 0
    this.viewers.clear()
    this.forced = undefined
  }

  #begin(): void {
    this.changes = new ChangeHistory()
    this.forced = undefined
  }

  #become(changes: ChangeHistory): void {
    this.changes = changes
    this.forced = { changes, started: false, ended: false }
  }

  /** Another connection has the same id: then nobody has left, for all that the server knows. */
  #seemsInside({ connectionId }: Participant): boolean {
    const isSame = (one: Viewer) => one.connectionId === connectionId
    return [...this.participants, ...this.viewers].some(isSame)
  }

  #announce(participant: Participant, type: number): Promise<Delivered> {
    const actions = actionOf(participant, type)
    return this.#tell(participant.callbackUrl, { status: 1, users: this.userIds, actions })
  }

  #tell(callbackUrl: string, members: Claims): Promise<Delivered> {
    const payload = payloadOf({ key: this.key, ...members })
    return this.#services.delivery.send({ callbackUrl, payload })
  }

  async #fetch(): Promise<void> {
    const forgotten = this.#services.store.forgotten(this.key)
    this.isContinued = forgotten !== undefined
    this.#base = forgotten
      ? convertDocument(forgotten.bytes, forgotten.extension, this.fileType)
      : await fetchDocument(this, this.#sourceUrl, this.#services)
    this.sourceSha256 = createHash('sha256').update(this.#base).digest('hex')
    this.content = this.#edited()
  }

  #edited(): Uint8Array {
    const edited = (bytes: Uint8Array, edit: Edit) => editDocument(bytes, this.fileType, edit)
    return this.changes.changes.reduce(edited, this.#base)
  }
}
