import { inject } from '@adonisjs/core'
import { actAsSystem } from '#kernel/acting/main'
import type { Said } from '#kernel/languages/main'
import { EditorSettings } from '../editor/editor_settings.js'
import Document from '../models/document.js'
import { orRefusal } from '../or_refusal.js'
import type { MayDrop } from '../rights/drop_right.js'
import { EndSession } from '../editing/end_session.js'
import { noteInLog } from '../versions/document_log.js'

interface RenewedDocument {
  id: number
  title: string
  /** Why it keeps its session; `null` where it has a new one. */
  refused: string | null
}

const BATCH = 100

/** For a database that was restored from a backup: the document server would open the old sessions in its own state. */
@inject()
export class RenewKeys {
  constructor(
    private readonly settings: EditorSettings,
    private readonly endSession: EndSession
  ) {}

  get off(): Said | null {
    return this.settings.off
  }

  /** One after the other, in the order of their ids, those in the trash too. */
  async *handle(drop: MayDrop | null): AsyncGenerator<RenewedDocument> {
    for (let after = 0; ;) {
      const some = await actAsSystem('documents that get new editing sessions', () =>
        Document.query().where('id', '>', after).orderBy('id').limit(BATCH)
      )
      for (const { id, title } of some) yield { id, title, refused: await this.#renew(id, drop) }
      if (some.length < BATCH) return
      after = some.at(-1)!.id
    }
  }

  async #renew(id: number, drop: MayDrop | null): Promise<string | null> {
    const prepare = async () => [await this.endSession.prepare(id, { drop })]
    const renewal = actAsSystem('begin a new editing session', () =>
      this.endSession.commit(prepare, (_documents, trx) =>
        noteInLog(id, { action: 'key_renewed' }, trx)
      )
    )
    const refused = await orRefusal(renewal)
    return refused?.message ?? null
  }
}
