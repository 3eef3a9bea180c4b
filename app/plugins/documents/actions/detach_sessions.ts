import { inject } from '@adonisjs/core'
import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { actAsSystem } from '#kernel/acting/main'
import Document from '../models/document.js'
import EditorPrefix from '../models/editor_prefix.js'
import SessionParticipant from '../models/session_participant.js'
import { Sessions } from '../sessions/sessions.js'
import { lockedDocument } from '../versions/locked_document.js'

/** The participants go as well: nobody is disconnected from a session of the original installation. */
@inject()
export class DetachSessions {
  constructor(private readonly sessions: Sessions) {}

  handle(): Promise<void> {
    return actAsSystem('a copy leaves the sessions of the original alone', () =>
      db.transaction((trx) => this.#detach(trx))
    )
  }

  async #detach(trx: TransactionClientContract): Promise<void> {
    await EditorPrefix.query({ client: trx }).delete()
    await SessionParticipant.query({ client: trx }).delete()
    for (const { id } of await Document.query({ client: trx }).orderBy('id').select('id'))
      await this.sessions.renew(await lockedDocument(id, trx), 'ended_by_us', trx)
  }
}
