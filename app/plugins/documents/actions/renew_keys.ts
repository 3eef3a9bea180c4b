import { inject } from '@adonisjs/core'
import { Logger } from '@adonisjs/core/logger'
import { Refusal } from '#kernel/http/define_error'
import { E_UNAVAILABLE } from '#kernel/http/errors'
import { actAsSystem } from '#kernel/operator/acting'
import { EditorSettings } from '../editor/editor_settings.js'
import Document from '../models/document.js'
import { RecoverLostSaves, type Recovery } from '../recovery/recover_lost_saves.js'
import { RenewKey, type Renewal, type RenewalOptions } from './renew_key.js'

export interface RenewedDocument {
  id: number
  title: string
  /** `failed`: it could not be done this time. */
  outcome: Renewal | 'failed'
  /** Of what could not be done. */
  reason?: string
}

export interface Renewing extends RenewalOptions {
  /** All when left out. */
  documentIds?: readonly number[]
}

interface Tried extends RenewedDocument {
  /** The document server could not be asked. */
  isRefused: boolean
}

const BATCH = 100
const AT_ONCE = 5

/** Where it does not answer so often in a row, the others are not asked about. */
const MOST_REFUSALS = 3

/**
 * Gives documents new editor keys after the database was restored from a backup: of sessions since then the document
 * server knows more than is kept here, and an old key would be opened in its state, or not for editing at all. Also where
 * all sessions have to end before another secret, or an older release, takes over.
 */
@inject()
export class RenewKeys {
  constructor(
    private readonly settings: EditorSettings,
    private readonly lost: RecoverLostSaves,
    private readonly renewKey: RenewKey,
    private readonly logger: Logger
  ) {}

  /** `null` when the editor can be used. */
  get off(): string | null {
    return this.settings.off
  }

  /**
   * First of all, while the old keys are still the documents': brings back what the document server could not deliver.
   *
   * @throws E_EDITOR_OFF, E_UNAVAILABLE
   */
  bringBack(): Promise<Recovery> {
    return this.lost.handle({ evenWaiting: true })
  }

  /**
   * One after the other, in the order of their ids, those in the trash too. Whatever happens to one, the others are
   * looked after.
   *
   * @throws E_UNAVAILABLE when the document server answers nothing any more
   */
  async *handle({ documentIds, ...options }: Renewing): AsyncGenerator<RenewedDocument> {
    let refusals = 0
    for await (const some of documentsOf(documentIds)) {
      const done = await Promise.all(some.map((one) => this.#renew(one, options)))
      for (const { isRefused, ...renewed } of done) {
        refusals = isRefused ? refusals + 1 : 0
        yield renewed
      }
      if (refusals >= MOST_REFUSALS) throw new E_UNAVAILABLE(done.at(-1)!.reason)
    }
  }

  async #renew({ id, title }: Document, options: RenewalOptions): Promise<Tried> {
    const about = { id, title, isRefused: false }
    try {
      const renew = () => this.renewKey.handle(id, options)
      return { ...about, outcome: await actAsSystem('give a document a new editor key', renew) }
    } catch (error) {
      const isRefused = error instanceof E_UNAVAILABLE
      const reason = error instanceof Refusal ? error.message : 'System fault; see the log'
      this.logger.error({ err: error, documentId: id }, 'a document keeps its editor key')
      return { ...about, outcome: 'failed' as const, reason, isRefused }
    }
  }
}

async function* documentsOf(ids?: readonly number[]): AsyncGenerator<Document[]> {
  for (let after = 0; ;) {
    const some = await actAsSystem('documents that may need new editor keys', () =>
      documentsAfter(after, ids)
    )
    for (let from = 0; from < some.length; from += AT_ONCE) yield some.slice(from, from + AT_ONCE)
    if (some.length < BATCH) return
    after = some.at(-1)!.id
  }
}

function documentsAfter(id: number, ids?: readonly number[]): Promise<Document[]> {
  const documents = Document.query().where('id', '>', id)
  if (ids) void documents.whereIn('id', [...ids])
  return documents.orderBy('id').limit(BATCH)
}
