import { randomUUID } from 'node:crypto'
import { EditorRefusal, type EditorConfiguration, type EditorUser } from './configuration.js'
import type { Delivered } from './delivery.js'
import { documentTexts, type Edit } from './ooxml.js'
import type { Participant, Viewer } from './participant.js'
import { strangenessOf } from './restoring.js'
import type { Room } from './room.js'
import { ForcedBy, type ForcedSaveStart } from './forced_saves.js'
import type { Services } from './services.js'
import { signToken, type Claims } from './tokens.js'

const THIRTY_DAYS = 30 * 24 * 3600
const NOT_ASSEMBLED = { type: 'warning', code: -201, message: 'File not assembled' }
const NOT_SUBSCRIBED = { type: 'warning', message: 'Error on save server subscription!' }

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
    const connectionId = room.connectionIds.next(this.user.id)
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
    return documentTexts(this.room.content, this.room.heldAs)
  }

  /** The order is the observed one: subscription, authorisation, content, open. */
  async join(): Promise<void> {
    this.#enter()
    this.#tell({ type: 'license' })
    await this.#subscribe()
    if (this.#isEditor && this.room.hasForgotten) this.#tell(NOT_ASSEMBLED)
    this.#tell({ type: 'auth', result: 1, indexUser: 1, participants: this.#participants() })
    await this.#load()
    this.#tell({ type: 'documentOpen', data: { type: 'open', status: 'ok' } })
    this.#tell({ type: 'refreshToken', messages: this.#sessionToken() })
  }

  /**
   * A page whose connection broke comes back by itself, as who it was: also among others who began the key anew. Rejects where
   * it has to be loaded again.
   */
  async wake(room: Room | undefined): Promise<void> {
    const { connectionId } = this.#viewer
    const reason = this.#participant ? strangenessOf(room, connectionId, this.#seen) : 'looks only'
    if (!room || reason) throw new EditorRefusal(4002, `restore error: ${reason}`)
    this.#leaving = undefined
    this.#isGone = false
    this.room = room
    this.#seen = this.room.changes.count
    this.room.admit(this.#config.document.url)
    await this.room.load()
    await this.#subscribe()
  }

  edit(text: string, options: Omit<Edit, 'text'> = {}): void {
    if (!this.#participant || !this.canEdit) throw new EditorRefusal(4004, 'access deny')
    this.room.change(this.#participant, { text, ...options })
    this.#tell({ type: 'saveLock', saveLock: false })
    this.#tell({ type: 'unSaveLock', index: this.room.changes.count - 1 })
  }

  /** Undoes what was changed last; nothing where that was somebody else, or others are inside. */
  takeBack(): string | undefined {
    if (!this.#participant || !this.canEdit) throw new EditorRefusal(4004, 'access deny')
    return this.room.takeBack(this.#participant)
  }

  /** Resolves when the host has answered; `code` 4 where nothing has changed. */
  async forceSave(
    type: number = ForcedBy.button,
    userdata?: string
  ): Promise<{ code: number; delivered?: Delivered }> {
    const start = this.startForceSave(type, userdata)
    const delivered = await start.delivered
    if (delivered) this.#tell({ type: 'forceSave', messages: { type, success: delivered.saved } })
    return { code: start.code, delivered }
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
    const start = this.room.saves.force({ type, participant, userdata, formData })
    this.#tell({ type: 'forceSaveStart', messages: { code: start.code, inProgress: false } })
    return start
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

  /** A key whose last save is on its way or through may only be looked at. */
  #enter(): void {
    const { url } = this.#config.document
    if (this.#participant) this.#refuses = !this.room.admit(url)
    else this.room.view(url)
    if (!this.#isEditor) this.room.viewers.add(this.#viewer)
  }

  #asParticipant(): Participant | undefined {
    const { editorConfig, document } = this.#config
    if (editorConfig.mode === 'view' || !changesContent(document.permissions)) return undefined
    if (editorConfig.callbackUrl === undefined) return undefined
    return {
      user: this.user,
      connectionId: this.#viewer.connectionId,
      callbackUrl: editorConfig.callbackUrl,
      index: this.#services.nextIndex(),
      dropped: this.#viewer.dropped,
      renamed: (meta) => this.#tell({ type: 'meta', messages: meta }),
    }
  }

  #obey(): void {
    this.#tell({ type: 'drop', description: 'The session was ended by the host' })
    if (this.obeys) void this.close()
  }

  async #subscribe(): Promise<void> {
    if (!this.#participant || this.#refuses) return
    const { saved } = await this.room.join(this.#participant)
    if (!saved) this.#tell(NOT_SUBSCRIBED)
  }

  async #load(): Promise<void> {
    try {
      await this.room.load()
    } catch (error) {
      this.#tell({ type: 'documentOpen', data: { type: 'open', status: 'err' } })
      this.#isBlank = true
      await this.close()
      throw error
    }
  }

  async #leave(): Promise<Delivered | undefined> {
    this.#seen = this.room.changes.count
    this.room.viewers.delete(this.#viewer)
    if (!this.#participant || this.#refuses) return undefined
    const delivered = await this.room.leave(this.#participant)
    if (delivered?.status === 2 || delivered?.status === 3)
      this.#tell({ type: 'updateVersion', success: delivered.saved })
    return delivered
  }

  /** What is done by somebody who only looks is told to where others told it to be. */
  #asLooker(): Participant | undefined {
    const other = this.room.participants.at(-1)
    return other && { ...other, ...this.#viewer }
  }

  #participants(): Claims[] {
    return this.room.participants.map(({ user }) => ({
      idOriginal: user.id,
      username: user.name,
      view: false,
    }))
  }

  /** Every reader gets this one, and it verifies under the shared secret: no proof of anything. */
  #sessionToken(): string {
    const { key, permissions } = this.#config.document
    const { id, name } = this.user
    const claims = {
      document: { key, permissions },
      editorConfig: { user: { id, name, index: 1 } },
    }
    return signToken(claims, this.#services.secret ?? '', this.#services.now(), THIRTY_DAYS)
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
