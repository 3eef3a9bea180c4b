import { inject } from '@adonisjs/core'
import { toStored } from '#kernel/database/instant'
import { CallbackPeople } from '../callbacks/callback_people.js'
import Document from '../models/document.js'
import DocumentKey from '../models/document_key.js'
import DocumentLog from '../models/document_log.js'
import { THE_SERVICE, type Author } from '../versions/author.js'

/** Whose work it is that the document server kept: it only says under which key. */
@inject()
export class LostSaveAuthor {
  constructor(private readonly people: CallbackPeople) {}

  /** Who edited last in the session, or else whose document it is. */
  async of(documentId: number, editorKey: string): Promise<Author> {
    const key = await DocumentKey.findByOrFail('editorKey', editorKey)
    const last = await DocumentLog.query()
      .where('documentId', documentId)
      .whereIn('action', ['editing_started', 'editing_left'])
      .where('createdAt', '>=', toStored(key.createdAt))
      .whereNotNull('operatorId')
      .orderBy('id', 'desc')
      .first()
    const { ownerId } = await Document.findOrFail(documentId)
    return (await this.people.named(last?.operatorId ?? ownerId ?? undefined)) ?? THE_SERVICE
  }
}
