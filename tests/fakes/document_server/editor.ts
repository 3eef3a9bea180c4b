import { randomUUID } from 'node:crypto'
import { EditorRefusal, type EditorConfiguration, type EditorUser } from './configuration.js'
import type { Delivered } from './delivery.js'
import { documentTexts, type Edit } from './ooxml.js'
import type { Participant, Viewer } from './participant.js'
import type { Room } from './room.js'
import { ForcedBy, type ForcedSaveStart } from './forced_saves.js'
import type { Services } from './services.js'
import type { Claims } from './tokens.js'

type Message = { type: string } & Claims

/** One person's open editor: what a scripted test, or the page in a browser, does with it. */
export class Editor {
  readonly id = randomUUID()
  readonly user: EditorUser
  /** What the server told this editor, in order. */
  readonly messages: Message[] = []
  room: Room
  /** Whether it leaves when it is told to: the server tells it and does no more. */
  obeys = true
  readonly #config: EditorConfiguration
  readonly #services: Services
  readonly #participant: Participant | undefined
  readonly #viewer: Viewer
  #refuses = false
  #isGone = false
  #isBlank = false
  /** So many changes it knew when its connection broke. */
  #seen = 0
  #leaving: Promise<Delivered | undefined> | undefined

  constructor(room: Room, config: EditorConfiguration, services: Services) {
    this.room = room
    this.#config = config
    this.#services = services
    this.user = config.editorConfig.user ?? { id: 'anonymous', name: 'Anonymous' }
    const connectionId = room.nextConnectionId(this.user.id)
    this.#viewer = { user: this.user, connectionId, dropped: () => this.#obey() }
    this.#participant = this.#asParticipant()
  }

  /** False for a viewer, under a finished key, and after the end. */
  get canEdit(): boolean {
    return this.#isEditor && this.isOpen
  }

  /** Whether the document is on the screen, be it to look alone. */
  get isOpen(): boolean {
    return !this.#isGone && !this.#isBlank && this.#leaving === undefined
  }

  get texts(): string[] {
    return documentTexts(this.room.content, this.room.fileType)
  }

  /** In the observed order: subscription, content, open. */
  async join(): Promise<void> {
    this.#enter()
    await this.#subscribe()
    await this.#load()
    this.#tell({ type: 'documentOpen' })
  }

  /** A page whose connection broke comes back as who it was. Rejects where it has to be loaded again. */
  async wake(room: Room | undefined): Promise<void> {
    const strangeness = room?.strangenessTo(this.#viewer.connectionId, this.#seen)
    const reason = this.#participant ? strangeness : 'looks only'
    if (!room || reason) throw new EditorRefusal(4002, `restore error: ${reason ?? 'no cache'}`)
    this.#leaving = undefined
    this.#isGone = false
    this.room = room
    this.#seen = room.changes.count
    room.admit(this.#config.document.url)
    await room.load()
    await this.#subscribe()
  }

  edit(text: string, options: Omit<Edit, 'text'> = {}): void {
    this.room.change(this.#changing(), { text, ...options })
  }

  /** Undoes what was changed last; nothing where that was somebody else, or others are inside. */
  takeBack(): string | undefined {
    return this.room.takeBack(this.#changing())
  }

  /** Resolves when the host has answered; `code` 4 where nothing has changed. */
  async forceSave(
    type: number = ForcedBy.button,
    userdata?: string
  ): Promise<{ code: number; delivered?: Delivered }> {
    const { code, delivered } = this.startForceSave(type, userdata)
    return { code, delivered: await delivered }
  }

  /** What "Complete & Submit" does, also of a changed page of somebody who may only look; text goes out as it is. */
  async submitForm(formData: unknown): Promise<Delivered | undefined> {
    return this.startForceSave(ForcedBy.form, undefined, formData).delivered
  }

  /** The same without waiting: the callback is under way. */
  startForceSave(
    type: number = ForcedBy.button,
    userdata?: string,
    formData?: unknown
  ): ForcedSaveStart {
    const participant = this.#participant ?? (type === ForcedBy.form ? this.#asLooker() : undefined)
    if (!participant) throw new EditorRefusal(4004, 'access deny')
    return this.room.saves.force({ type, participant, userdata, formData })
  }

  /** Resolves when the last callback is settled, retries included; a viewer causes none. */
  close(): Promise<Delivered | undefined> {
    this.#leaving ??= this.#services.track(
      this.#isGone ? Promise.resolve(undefined) : this.#leave()
    )
    return this.#leaving
  }

  /** The server is gone, and with it the connection: nothing is said to anybody. */
  vanish(): void {
    this.#seen = this.room.changes.count
    this.#isGone = true
  }

  get #isEditor(): boolean {
    return this.#participant !== undefined && !this.#refuses
  }

  #changing(): Participant {
    if (!this.#participant || !this.canEdit) throw new EditorRefusal(4004, 'access deny')
    return this.#participant
  }

  /** A key whose last save is on its way or through may only be looked at. */
  #enter(): void {
    const { url } = this.#config.document
    if (this.#participant) this.#refuses = !this.room.admit(url)
    else this.room.view(url)
    if (!this.#isEditor) this.room.viewers.add(this.#viewer)
  }

  #asParticipant(): Participant | undefined {
    const { editorConfig, document } = this.#config
    const { callbackUrl } = editorConfig
    if (editorConfig.mode === 'view' || !changesContent(document.permissions)) return undefined
    if (callbackUrl === undefined) return undefined
    const index = this.#services.nextIndex()
    const renamed = (meta: unknown) => this.#tell({ type: 'meta', messages: meta })
    return { ...this.#viewer, callbackUrl, index, renamed }
  }

  #obey(): void {
    this.#tell({ type: 'drop', description: 'The session was ended by the host' })
    if (this.obeys) void this.close()
  }

  /** The editor goes on where the host refuses it. */
  async #subscribe(): Promise<void> {
    if (this.#participant && !this.#refuses) await this.room.join(this.#participant)
  }

  async #load(): Promise<void> {
    try {
      await this.room.load()
    } catch (error) {
      this.#isBlank = true
      await this.close()
      throw error
    }
  }

  async #leave(): Promise<Delivered | undefined> {
    this.#seen = this.room.changes.count
    this.room.viewers.delete(this.#viewer)
    if (!this.#participant || this.#refuses) return undefined
    return this.room.leave(this.#participant)
  }

  /** What is done by somebody who only looks is told to where others told it to be. */
  #asLooker(): Participant | undefined {
    const other = this.room.participants.at(-1)
    return other && { ...other, ...this.#viewer }
  }

  #tell(message: Message): void {
    this.messages.push(message)
    this.#services.log.add({ kind: 'editor', key: this.room.key, user: this.user.id, message })
  }
}

/** One right is enough for the server; which of the changes it covers, the editor in the browser minds. */
function changesContent({ edit, review, comment, fillForms }: Claims = {}): boolean {
  return edit !== false || review === true || comment === true || fillForms === true
}
