import type { EditorConfiguration } from '../../../../fakes/document_server/configuration.js'
import type { Editor } from '../../../../fakes/document_server/editor.js'
import { documentTexts } from '../../../../fakes/document_server/ooxml.js'
import type { Room } from '../../../../fakes/document_server/room.js'
import type { Person } from '../stage/person.js'
import { DATABASE, type Trouble } from '../stage/troubles/trouble.js'
import type { Sight, WalkStage } from '../stage/stage.js'
import { begin, type Beginning } from './beginning.js'
import { Ledger } from './ledger.js'
import { Rights } from './rights.js'

/** Somebody's open editor. */
export interface Tab {
  editor: Editor
  by: Person
  key: string
  isStale: boolean
  /** They came back, and had lost the right by then; that was looked at while they were outside. */
  isBarred?: boolean
  /** We did not hear that they came back. */
  isUnheard?: boolean
  /** The login in which they were let in is over. */
  isLoggedOut?: boolean
}

/** A configuration that was handed out, and not opened yet. */
export interface Handed {
  config: EditorConfiguration
  to: Person
  /** They were disabled since, and logged in anew once they were enabled. */
  isLoggedOut?: boolean
}

/** What a walk begins with, and what holds all along. */
export interface Circumstances {
  kind: Beginning
  /** The document server keeps its files where nothing tells when they were written. */
  isUndated: boolean
}

/** One walk: one document from its creation to the end, and what is known of it. */
export class History {
  readonly tabs: Tab[] = []
  readonly handed: Handed[] = []
  /** What pages were opened with: they come back with it after their connection broke. */
  readonly pages: Handed[] = []
  /** Pages whose connection broke, or were closed: nothing tells these apart. */
  readonly asleep: Tab[] = []
  readonly titles: string[]
  /** What was seen after each step. */
  readonly trail: Sight[] = []
  readonly script: string[] = []
  /** What was found wrong on the way. */
  readonly complaints: string[] = []
  /** What is broken just now; while anything is, the service may answer 503. */
  readonly broken = new Set<Trouble>()
  readonly ledger: Ledger
  readonly rights: Rights
  /** Number of the version that was submitted, while it is under review or approved. */
  submittedNo: number | undefined
  /** At which level eve may see it. */
  sharedTo: 'view' | 'edit' | undefined
  /** As in its circumstances. */
  isUndated = false
  steps = 0
  /** Something was broken during the step, so 503 may be answered. */
  isTroubled = false
  /** Several things happen at the same time: what their order decides is not foretold. */
  isCrowded = false
  /** Who was disabled when a version was made: whoever cannot be told is told of through the owner. */
  readonly #away = new Map<number, ReadonlySet<string>>()
  readonly #everAway = new Set<string>()
  readonly #keys: string[] = []

  private constructor(
    readonly stage: WalkStage,
    readonly id: number,
    title: string,
    private readonly known?: RegExp
  ) {
    this.titles = [title]
    this.ledger = new Ledger(stage.server)
    this.rights = new Rights(this)
  }

  static async begin(
    stage: WalkStage,
    number: number,
    { kind, isUndated }: Circumstances,
    known?: RegExp
  ): Promise<History> {
    await stage.reset()
    const title = `Walk ${number} of ${process.pid}`
    const id = await begin(stage.people.all[0]!, title, kind)
    const history = new History(stage, id, title, known)
    if (kind !== 'docx') history.say(`the document is an .odt${SHOWN[kind]}`)
    if (isUndated) history.say('the document server does not say when it wrote a file')
    history.isUndated = isUndated
    Object.assign(stage.server.faults, { format: kind === 'foreign', undated: isUndated })
    await history.look()

    return history
  }

  get sight(): Sight {
    return this.trail.at(-1)!
  }

  /** Before the last step. */
  get before(): Sight {
    return this.trail.at(-2) ?? this.sight
  }

  get disabled(): Set<Person> {
    return this.stage.disabled
  }

  get path(): string {
    return `/app/document/${this.id}`
  }

  get isChangeable(): boolean {
    return ['draft', 'returned'].includes(this.sight.status) && !this.sight.isDeleted
  }

  /** The session that the document is opened in now, as the document server knows it. */
  get room(): Room | undefined {
    return this.stage.server.room(this.sight.sessionKey)
  }

  person(index: number): Person {
    const { all } = this.stage.people

    return all[index % all.length]!
  }

  /** For the reader: what happens. */
  say(text: string): void {
    this.script.push(text)
  }

  complain(text: string): void {
    if (this.known?.test(text)) return
    this.complaints.push(text)
    this.say(`  WRONG: ${text}`)
  }

  /** A short name for a key: K1 is the first. */
  nameOf(key: string): string {
    if (!this.#keys.includes(key)) this.#keys.push(key)

    return `K${this.#keys.indexOf(key) + 1}`
  }

  /** Waits until all is still, and looks, as far as there is a database to look into. */
  async settle(): Promise<void> {
    await this.stage.settled()
    this.ledger.isBlind = [...this.broken].some(({ name }) => name === DATABASE)
    this.ledger.readLog()
    this.#forgetClosedTabs()
    if (!this.ledger.isBlind) await this.look()
  }

  async look(): Promise<void> {
    const sight = await this.stage.see(this.id)
    const known = this.trail.at(-1)?.lastVersionNo ?? 0
    const away = new Set([...this.disabled].map(({ name }) => name))
    for (const name of away) this.#everAway.add(name)
    for (let no = known + 1; no <= sight.lastVersionNo; no++) this.#away.set(no, away)
    this.trail.push(sight)
    this.nameOf(sight.sessionKey)
  }

  wasAway(name: string, versionNo: number): boolean {
    return this.#away.get(versionNo)?.has(name) ?? false
  }

  wasEverAway(name: string): boolean {
    return this.#everAway.has(name)
  }

  async textsOf(no: number, fileType = 'docx'): Promise<string[]> {
    return documentTexts(await this.contentOf(no), fileType)
  }

  contentOf(no: number): Promise<Uint8Array> {
    return this.stage.people.admin.bytes(`${this.path}/versions/${no}/content`)
  }

  #forgetClosedTabs(): void {
    const open = this.tabs.filter(({ editor }) => editor.canEdit)
    this.tabs.splice(0, this.tabs.length, ...open)
  }
}

const SHOWN = { odt: '', foreign: ', which the document server writes as .docx' } as const
