import { createHash } from 'node:crypto'
import { closedUnchanged, editing, JOINED, LEFT, type UserAction } from './callback_payloads.js'
import { ChangeHistory } from './change_history.js'
import { EditorRefusal, type EditorConfiguration, type EditorUser } from './configuration.js'
import { fetchContent } from './content_fetch.js'
import type { Delivered } from './delivery.js'
import { editDocument, isDocument, type Edit } from './ooxml.js'
import { RoomSaves } from './room_saves.js'
import type { Services } from './services.js'

export interface Participant {
  user: EditorUser
  callbackUrl: string
  /** Called when the host ends the person's session. */
  dropped: () => void
}

/** `failed`: the host refused the final save, and the work lies in the forgotten store. */
export type RoomState = 'open' | 'saving' | 'finished' | 'failed'

const CONVERSION_FAILED = -80

/** All who edit under one key: the same key is the same session, and its first URL wins. */
export class Room {
  readonly key: string
  readonly fileType: string
  readonly changes = new ChangeHistory()
  readonly saves: RoomSaves
  readonly participants: Participant[] = []
  state: RoomState = 'open'
  content: Uint8Array = new Uint8Array()

  readonly #services: Services
  readonly #sourceUrl: string
  #sourceSha256 = ''
  #loading: Promise<void> | undefined

  constructor(config: EditorConfiguration, services: Services) {
    this.key = config.document.key
    this.fileType = config.document.fileType
    this.#sourceUrl = config.document.url
    this.#services = services
    this.saves = new RoomSaves(this, services)
  }

  get userIds(): string[] {
    return [...new Set(this.participants.map(({ user }) => user.id))]
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

    return this.#announce(participant, JOINED)
  }

  change(user: EditorUser, edit: Edit): void {
    this.content = editDocument(this.content, this.fileType, edit)
    this.changes.add(user, this.#sourceSha256, this.#services.now())
  }

  /** The last to leave causes the final save, or the word that there is nothing to save. */
  async leave(participant: Participant): Promise<Delivered> {
    this.participants.splice(this.participants.indexOf(participant), 1)
    if (this.participants.length > 0) return this.#announce(participant, LEFT)
    if (this.state === 'failed' && this.saves.hasForgotten) return this.saves.recover(participant)
    if (this.state === 'open' && this.changes.count > 0) return this.saves.final(participant)

    return this.#send(participant, closedUnchanged(this.key, [actionOf(participant, LEFT)]))
  }

  /** The answer to the command `info`: a status 1 without actions. */
  async report(): Promise<void> {
    const [first] = this.participants
    if (!first) return
    await this.#services.track(this.#send(first, editing(this.key, this.userIds)))
  }

  #announce(participant: Participant, type: number): Promise<Delivered> {
    return this.#send(participant, editing(this.key, this.userIds, [actionOf(participant, type)]))
  }

  #send({ callbackUrl }: Participant, payload: Record<string, unknown>): Promise<Delivered> {
    return this.#services.delivery.send({ callbackUrl, payload: () => payload, retries: false })
  }

  async #fetch(): Promise<void> {
    const content = await fetchContent(this.key, this.#sourceUrl, this.#services)
    if (!isDocument(content, this.fileType))
      throw new EditorRefusal(CONVERSION_FAILED, `The file content is not a .${this.fileType}`)

    this.content = content
    this.#sourceSha256 = createHash('sha256').update(content).digest('hex')
  }
}

export const actionOf = ({ user }: Participant, type: number): UserAction => ({
  type,
  userid: user.id,
})
