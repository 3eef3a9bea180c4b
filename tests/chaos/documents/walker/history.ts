import { actAsSystem } from '#kernel/acting/main'
import Document from '../../../../app/plugins/documents/models/document.js'
import type { EditorConfiguration } from '../../../fakes/document_server/configuration.js'
import type { Editor } from '../../../fakes/document_server/editor.js'
import type { Person } from './stage/person.js'
import type { WalkStage } from './stage/stage.js'

/** Somebody's editor. */
export interface Tab {
  editor: Editor
  by: Person
}

/** A configuration that was handed out, and not opened yet. */
export interface Handed {
  config: EditorConfiguration
  to: Person
}

type Sight = Pick<Document, 'versionNo' | 'lastVersionNo' | 'status' | 'sessionKey' | 'deletedAt'>

/** One walk: one document from its creation to the end. */
export class History {
  /** Open editors. */
  readonly tabs: Tab[] = []
  /** Pages that were closed, or whose connection broke: the document server cannot tell these apart. */
  readonly asleep: Tab[] = []
  readonly handed: Handed[] = []
  readonly script: string[] = []
  readonly complaints: string[] = []
  /** The version that was submitted, while it is under review or approved. */
  submittedNo: number | undefined
  sight!: Sight
  readonly #keys: string[] = []

  private constructor(
    readonly stage: WalkStage,
    readonly id: number
  ) {}

  static async begin(stage: WalkStage): Promise<History> {
    await stage.reset()
    const { ann, eve } = stage.people
    const body = { fileType: 'docx', title: 'Minutes' }
    const { id } = await ann.need<{ id: number }>('POST', '/app/document', body)
    const share = { subjectType: 'user', subjectId: eve.id, level: 'edit' }
    await ann.need('POST', `/app/document/${id}/shares`, share)
    const history = new History(stage, id)
    await history.look()
    return history
  }

  get path(): string {
    return `/app/document/${this.id}`
  }

  get isUp(): boolean {
    return !this.stage.courier.isDown
  }

  get writers(): Person[] {
    const { ann, bob, eve } = this.stage.people
    return [ann, bob, eve]
  }

  say(text: string): void {
    this.script.push(text)
  }

  complain(text: string): void {
    this.complaints.push(text)
  }

  /** A short name of a key: K1 is the first. */
  nameOf(key: string): string {
    if (!this.#keys.includes(key)) this.#keys.push(key)
    return `K${this.#keys.indexOf(key) + 1}`
  }

  /** Waits until nothing is under way, and looks. */
  async settle(): Promise<void> {
    await this.stage.settled()
    const closed = this.tabs.filter(({ editor }) => !editor.canEdit)
    this.asleep.push(...closed)
    const open = this.tabs.filter(({ editor }) => editor.canEdit)
    this.tabs.splice(0, this.tabs.length, ...open)
    await this.look()
  }

  async look(): Promise<void> {
    this.sight = await actAsSystem('look on from a walk', () => Document.findOrFail(this.id))
    this.nameOf(this.sight.sessionKey)
  }
}
