import { inject } from '@adonisjs/core'
import { IncomingPlaces } from '#kernel/http/incoming_places'
import { actAsSystem } from '#kernel/operator/acting'
import { EditorSettings } from '../editor/editor_settings.js'
import { E_BEING_EDITED, E_UNSAVED_WORK } from '../errors.js'
import DocumentKey from '../models/document_key.js'
import { BringBack, type BringingBack } from './bring_back.js'
import { LossBook } from './loss_book.js'
import { LostFiles } from './lost_files.js'
import { isSettled } from './settled_loss.js'

export interface Brought {
  /** Whether something was brought back now. */
  isBack: boolean
  /** Sessions whose lost work cannot be, or is left to whoever is in them. */
  stuck: { key: DocumentKey; outcome: 'failed' | 'hidden' | 'inUse' | 'missing' }[]
}

/**
 * Looks for work that the document server could not deliver, before its document is handed on or goes out of sight, and
 * brings it back. The sweep would come to it as well, but perhaps too late.
 */
@inject()
export class LostWork {
  constructor(
    private readonly settings: EditorSettings,
    private readonly files: LostFiles,
    private readonly back: BringBack,
    private readonly book: LossBook,
    private readonly places: IncomingPlaces
  ) {}

  /**
   * Of one session.
   *
   * @returns whether something was brought back now
   * @throws E_UNSAVED_WORK when it cannot be, E_BEING_EDITED, E_UNAVAILABLE
   */
  async of(editorKey: string): Promise<boolean> {
    return this.#allBack(await keptKeys().where({ editorKey }))
  }

  /** The same of every session that the document ever had. */
  async ofAll(documentId: number, bringing?: BringingBack): Promise<boolean> {
    return this.#allBack(await keptKeys().where({ documentId }), bringing)
  }

  /**
   * Brings back what can be, of one session.
   *
   * @throws E_UNAVAILABLE
   */
  async bringBackUnder(editorKey: string): Promise<Brought> {
    return this.#bringBack(await keptKeys().where({ editorKey }))
  }

  /**
   * Brings back what can be, of every session that the document ever had.
   *
   * @throws E_UNAVAILABLE
   */
  async bringBack(documentId: number): Promise<Brought> {
    return this.#bringBack(await keptKeys().where({ documentId }))
  }

  async #allBack(keys: readonly DocumentKey[], bringing?: BringingBack): Promise<boolean> {
    const { isBack, stuck } = await this.#bringBack(keys, bringing)
    if (stuck.some(({ outcome }) => outcome === 'failed')) throw new E_UNSAVED_WORK(UNUSABLE)
    if (stuck.some(({ outcome }) => outcome === 'hidden')) throw new E_UNSAVED_WORK(HIDDEN)
    if (stuck.some(({ outcome }) => outcome === 'missing')) throw new E_UNSAVED_WORK(MISSING)
    if (stuck.length > 0) throw new E_BEING_EDITED(IN_USE)
    return isBack
  }

  async #bringBack(keys: readonly DocumentKey[], bringing?: BringingBack): Promise<Brought> {
    if (this.settings.off) return { isBack: false, stuck: [] }
    const lost = new Set(await this.files.among(keys.map(({ editorKey }) => editorKey)))
    const brought: Brought = { isBack: false, stuck: [] }
    for (const key of keys.filter(({ editorKey }) => lost.has(editorKey))) {
      const outcome = await this.places.withinOwn(() =>
        actAsSystem('bring back a lost save', () => this.back.handle(key, bringing))
      )
      if (outcome === 'recovered') brought.isBack = true
      if (outcome !== 'recovered' && outcome !== 'known') brought.stuck.push({ key, outcome })
    }
    const unnamed = keys.filter(({ editorKey }) => !lost.has(editorKey))
    brought.stuck.push(...(await this.#missing(unnamed)))
    return brought
  }

  /** What is known to have been kept, and is named no more. */
  async #missing(keys: readonly DocumentKey[]): Promise<Brought['stuck']> {
    const missing = new Set<string>()
    for (const loss of await this.book.knownUnder(keys.map(({ editorKey }) => editorKey)))
      if (!(await isSettled(loss))) missing.add(loss.editorKey)
    const theirs = keys.filter(({ editorKey }) => missing.has(editorKey))
    return theirs.map((key) => ({ key, outcome: 'missing' as const }))
  }
}

const UNUSABLE =
  'The document server holds a save of the document that cannot be brought here, for it is too large or damaged, or is not handed out; whoever looks after the editor was told what to do. If nothing helps, give it up: DELETE /app/document/{id}/unsaved-work'

const HIDDEN =
  'The document server may hold a save of the document behind another one that was brought here; whoever looks after the editor was told how to get it. If nothing helps, give it up: DELETE /app/document/{id}/unsaved-work'

const MISSING =
  'The document server kept a save of the document that could not be brought here, and does not name it any more: its store may not be readable just now, which node ace editor:doctor looks at. Try again later; after a day or more the save is taken for gone. Or give it up: DELETE /app/document/{id}/unsaved-work'

const IN_USE =
  'Somebody has come back to work that had not reached us; try again once they have closed the document'

/** Under which somebody was let in to change something, and of which nothing was given up. */
function keptKeys() {
  return DocumentKey.query().whereNotNull('openedAt').whereNull('abandonedAt')
}
