import { inject } from '@adonisjs/core'
import { Logger } from '@adonisjs/core/logger'
import { E_UNAVAILABLE } from '#kernel/http/errors'
import { actAsSystem } from '#kernel/operator/acting'
import { CommandError, CommandService } from '../editor/command_service.js'
import { EditorSettings } from '../editor/editor_settings.js'
import { OwnSessions } from '../editor/own_sessions.js'
import { E_EDITOR_OFF } from '../errors.js'
import { RoundPlaces } from '../live/round_places.js'
import Document from '../models/document.js'
import DocumentKey from '../models/document_key.js'
import type DocumentLoss from '../models/document_loss.js'
import { BringBack, type BroughtBack } from './bring_back.js'
import { goneAfter } from './gone_keys.js'
import { LossBook } from './loss_book.js'
import { isHidden, passingLoss } from './losses.js'
import { LostFiles } from './lost_files.js'
import { OneSweepEach } from './one_sweep_each.js'
import { ReportLoss } from './report_loss.js'
import { VanishedLosses } from './vanished_losses.js'

export interface Recovery {
  /** Brought back as versions. */
  recovered: number
  /** Known already: their save had come through after all. */
  known: number
  /** Of sessions that are none of ours; they are left alone. */
  foreign: number
  /** Could not be fetched or recorded: this time, or so often before that it is not tried again yet. */
  failed: number
  /** Left to their session, which goes on or has more to save, or to another sweep; only where there are some. */
  inUse?: number
  /** Here, and left there as well, for another one may lie behind them; only where there are some. */
  hidden?: number
  /** Known to have been kept over there, and named no more; only where there are some. */
  missing?: number
}

export interface Sweeping {
  /** Also what could not be had so often that it is tried less often. */
  evenWaiting?: boolean
}

const PLACE = 'unlisted losses'

/** How many there were the last time. */
const FOREIGN = 'foreign saves'
const MOST_NAMED = 20

/** Looks through what the document server could not deliver, and brings back what is ours. */
@inject()
export class RecoverLostSaves {
  constructor(
    private readonly settings: EditorSettings,
    private readonly own: OwnSessions,
    private readonly commands: CommandService,
    private readonly files: LostFiles,
    private readonly each: OneSweepEach,
    private readonly bringBack: BringBack,
    private readonly book: LossBook,
    private readonly vanished: VanishedLosses,
    private readonly report: ReportLoss,
    private readonly places: RoundPlaces,
    private readonly logger: Logger
  ) {}

  /** @throws E_EDITOR_OFF; E_UNAVAILABLE when the document server does not say what is lost, or keeps it for another service */
  async handle({ evenWaiting = false }: Sweeping = {}): Promise<Recovery> {
    const recovery: Recovery = { recovered: 0, known: 0, foreign: 0, failed: 0 }
    if (this.settings.off) throw new E_EDITOR_OFF(this.settings.off)
    await this.own.assertOwn()
    const { error, keys = [] } = await this.commands.send('getForgottenList')
    if (error !== CommandError.none) return this.#refused(error)

    const missing = await this.vanished.handle(new Set(keys))
    if (missing > 0) recovery.missing = missing
    const waiting = evenWaiting ? new Map<string, DocumentLoss>() : await this.book.waiting()
    const foreign: string[] = []
    for (const key of keys) {
      const outcome = await actAsSystem('bring back a lost save', () =>
        this.#recover(key, waiting.get(key))
      )
      recovery[outcome] = (recovery[outcome] ?? 0) + 1
      if (outcome === 'foreign') foreign.push(key)
    }
    this.#noteForeign(foreign)
    return recovery
  }

  /** Said when their number changes, unless none is left: nobody else hears of them. */
  #noteForeign(keys: readonly string[]): void {
    if (this.places.of(FOREIGN) === keys.length) return
    this.places.note(FOREIGN, keys.length)
    if (keys.length === 0) return
    const about = { foreign: keys.length, keys: keys.slice(0, MOST_NAMED) }
    this.logger.warn(
      about,
      'so many saves lie with the document server that belong to no session known here: to another service, or to documents made after the backup that was restored'
    )
  }

  /** Where it is not listed, what sessions that are gone left there is asked for one by one. */
  async #refused(error: number): Promise<never> {
    const gone = error === CommandError.token ? [] : await this.#nextGone()
    for (const editorKey of await this.files.among(gone.map((key) => key.editorKey))) {
      await actAsSystem('bring back a lost save', () => this.#recover(editorKey))
    }
    throw new E_UNAVAILABLE(unlisted(error))
  }

  /** They are asked for in turn: those that cannot be brought back keep nothing else. */
  async #nextGone(): Promise<DocumentKey[]> {
    const later = await goneAfter(this.places.of(PLACE))
    const gone = later.length > 0 ? later : await goneAfter(0)
    this.places.note(PLACE, gone.at(-1)?.id ?? 0)
    return gone
  }

  /** Whatever happens to one, the others are brought back. */
  async #recover(editorKey: string, waiting?: DocumentLoss): Promise<BroughtBack | 'foreign'> {
    try {
      const key = await DocumentKey.findBy({ editorKey })
      if (!key) return 'foreign'
      if (waiting) return await this.#wait(waiting)
      return (await this.each.run(editorKey, () => this.#bringBack(key))) ?? 'inUse'
    } catch (error) {
      this.logger.error({ err: error, editorKey }, 'a lost save could not be looked after')
      return 'failed'
    }
  }

  async #bringBack(key: DocumentKey): Promise<BroughtBack> {
    try {
      return await this.bringBack.handle(key)
    } catch (error) {
      const { documentId } = key
      this.logger.error({ err: error, documentId }, 'a lost save could not be brought back')
      const document = await Document.findOrFail(documentId)
      await this.report.handle(key, document, passingLoss(document, error))
      return 'failed'
    }
  }

  /** Whoever is still to be told of it is told meanwhile. */
  async #wait(loss: DocumentLoss): Promise<BroughtBack> {
    await this.report.tellOf(loss, await Document.findOrFail(loss.documentId))
    return isHidden(loss) ? 'hidden' : 'failed'
  }

  /** `null` when the editor can be used. */
  get off(): string | null {
    return this.settings.off
  }
}

function unlisted(error: number): string {
  const refusal = 'The document server does not say what is lost'
  if (error === CommandError.token) {
    return `${refusal}: it refuses the signature; set the same secret there and in EDITOR_JWT_SECRET`
  }
  return `${refusal} (error ${error}); try again, or ask node ace editor:doctor`
}
